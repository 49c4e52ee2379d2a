//! Servers in processes of their own, and the CPU time and the memory of a process, which Linux shows in `/proc`.

use std::fs;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A server in a process of its own, with pipes for standard input and output. Ends when this value is dropped.
pub(crate) struct ServerProcess {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl ServerProcess {
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Ok(ServerProcess { child, output })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.child.stdin.as_mut();
        input.expect("a pipe").write_all(bytes)
    }

    pub(crate) fn read_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }

    pub(crate) fn id(&self) -> String {
        self.child.id().to_string()
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        // A server that has crashed has made a call fail already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processes whose CPU time to read.
#[derive(Clone, Copy)]
pub(crate) enum CpuOf {
    /// The process itself, with all its threads.
    Process,
    /// All finished child processes.
    Children,
}

/// Returns the CPU seconds of a process, in user mode and in the kernel. `process` is an id, or `self`.
pub(crate) fn cpu_seconds(process: &str, of: CpuOf) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux has stat");
    // Split after the name of the program, which is in parentheses and may contain spaces.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let first = match of {
        CpuOf::Process => 11,
        CpuOf::Children => 13,
    };
    let user_and_system = fields.skip(first).take(2);
    let ticks: f64 = user_and_system
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

/// Returns the resident memory of a process in bytes. `process` is an id, or `self`.
pub(crate) fn resident_bytes(process: &str) -> usize {
    let fields = fs::read_to_string(format!("/proc/{process}/statm")).expect("Linux has statm");
    let pages: Option<usize> = fields.split(' ').nth(1).and_then(|it| it.parse().ok());
    pages.expect("a number of pages") * 4096
}

/// Returns the largest resident memory of this process since `reset_peak_bytes`, in bytes.
pub(crate) fn peak_bytes() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("Linux has status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.map_or(0, |kilobytes: usize| kilobytes * 1024)
}

/// Makes the current resident memory the largest.
pub(crate) fn reset_peak_bytes() {
    fs::write("/proc/self/clear_refs", "5").expect("Linux has clear_refs");
}
