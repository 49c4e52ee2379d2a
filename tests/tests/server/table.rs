//! Runs cases over the transports, and compares what each has received.

use mcp_tool_runtime::ProtocolVersion;
use tokio::runtime::{Builder, Runtime};

use crate::received::{Received, normal};
use crate::script::Run;
use crate::tools::Server;
use crate::transport::{Client, Transport, Way};

/// One conversation. It has the same messages over every transport, in the same bytes. A companion beside the tools
/// changes nothing.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) server: Server,
    /// The protocol versions. Default: all.
    pub(crate) versions: &'static [&'static str],
    /// The transports. Default: all.
    pub(crate) over: &'static [Transport],
    /// Why the case does not run over the other transports.
    pub(crate) because: &'static str,
    /// Why the case does not run beside a companion. Default: it does.
    pub(crate) alone: &'static str,
    /// The client's capabilities. Default: none.
    pub(crate) capabilities: &'static str,
    /// Whether the client begins with `initialize`, if its protocol version has it. Default: true.
    pub(crate) begins: bool,
    /// The lines, see `cases`.
    pub(crate) script: &'static str,
}

pub(crate) const CASE: Case = Case {
    name: "",
    server: Server::Tools,
    versions: &ALL,
    over: &Transport::ALL,
    because: "",
    alone: "",
    capabilities: "{}",
    begins: true,
    script: "",
};

pub(crate) const ALL: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];
pub(crate) const OLD: &[&str] = &["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
pub(crate) const NEW: &[&str] = &["2026-07-28"];
pub(crate) const STREAMS: &[Transport] =
    &[Transport::Streams, Transport::Threads, Transport::Process];
pub(crate) const HTTP: &[Transport] = &[Transport::Session, Transport::Sessionless];

/// The transports on which a client before 2026-07-28 has a connection of its own.
pub(crate) const CONNECTED: &[Transport] = &[
    Transport::Streams,
    Transport::Threads,
    Transport::Process,
    Transport::Session,
];

/// Runs cases in each of their protocol versions.
macro_rules! assert_cases {
    ($($case:expr),* $(,)?) => {
        $crate::table::run(&[$($case),*])
    };
}

pub(crate) fn run(cases: &[Case]) {
    let mut faults = Vec::new();
    'cases: for case in cases {
        let is_everywhere = case.over.len() == Transport::ALL.len();
        let has_reason = !case.because.is_empty();
        assert_eq!(is_everywhere, !has_reason, "`{}` needs a reason", case.name);
        for version in case.versions {
            let mut reference: Option<(Way, Vec<String>)> = None;
            let alone = case.over.iter().map(|transport| (*transport, false));
            let beside = case.over.iter().filter(|it| it.has_paused_clock());
            let beside = beside.map(|transport| (*transport, true));
            for way in alone.chain(beside.filter(|_| case.alone.is_empty())) {
                let result = runtime(way.0).block_on(play(case, way, version));
                let taken = result.map(|(_, taken)| taken);
                let fault = match (taken, &reference) {
                    (Err(fault), _) => fault,
                    (Ok(taken), None) => {
                        reference = Some((way, taken));
                        continue;
                    }
                    (Ok(taken), Some((other, expected))) => {
                        let pairs = taken.iter().zip(expected);
                        match pairs
                            .into_iter()
                            .find(|(taken, expected)| normal(taken) != normal(expected))
                        {
                            None => continue,
                            Some((taken, expected)) => {
                                format!("other bytes than over {other:?}\n  {taken}\n  {expected}")
                            }
                        }
                    }
                };
                faults.push(format!("{} ({way:?}, {version}): {fault}", case.name));
                continue 'cases;
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

pub(crate) fn on_runtime(transport: Transport, test: impl Future<Output = ()>) {
    runtime(transport).block_on(test);
}

fn runtime(transport: Transport) -> Runtime {
    let mut builder = match transport {
        Transport::Threads => Builder::new_multi_thread(),
        _ => Builder::new_current_thread(),
    };
    builder.enable_all().worker_threads(2);
    if transport.has_paused_clock() {
        builder.start_paused(true);
    }
    builder.build().unwrap()
}

/// Plays a case over a pair of streams. Returns the messages of the client, and those of the server.
pub(crate) fn play_over_streams(case: &Case, version: &'static str) -> (Vec<String>, Vec<String>) {
    let played = play(case, (Transport::Streams, false), version);
    runtime(Transport::Streams).block_on(played).unwrap()
}

/// Plays one case. Returns the messages that the client has sent, and those that its lines have taken.
async fn play(
    case: &Case,
    way: Way,
    version: &'static str,
) -> Result<(Vec<String>, Vec<String>), String> {
    let client = Client::connect(way, case.server, version);
    let mut run = Run::new(way, version, case.capabilities, client);
    let capabilities = case.capabilities;
    if case.begins && version < ProtocolVersion::LATEST.as_str() {
        let info = r#"{"name":"test","version":"0"}"#;
        run.line(&format!(r#"0 initialize {{"protocolVersion":"{version}","capabilities":{capabilities},"clientInfo":{info}}} => *"#)).await?;
        run.line("> notifications/initialized").await?;
        // Only the capabilities depend on the transport.
        run.taken.clear();
        run.sent.clear();
    }
    for line in case.script.lines().map(str::trim) {
        let played = run.line(line).await;
        played.map_err(|fault| format!("{line}\n    {fault}"))?;
    }
    let Run {
        client,
        unread,
        taken,
        sent,
        ..
    } = run;
    let is_open_stream = |received: &Received| received.line.contains("subscriptionId\":");
    let rest = client.end().await.into_iter();
    // At the end, the server closes the streams of `subscriptions/listen`.
    let rest = rest.filter(|item| !item.as_ref().is_ok_and(is_open_stream));
    let rest = rest
        .chain(unread.into_iter().map(Ok))
        .map(|item| match item {
            Ok(received) => format!("unexpected: {}", received.line),
            Err(fault) => fault,
        });
    let rest: Vec<_> = rest.collect();
    if rest.is_empty() {
        Ok((sent, taken))
    } else {
        Err(rest.join("\n    "))
    }
}
