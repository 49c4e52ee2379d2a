//! Metrics of calls. Their names follow OpenTelemetry's conventions for MCP, where these define a name.

use std::sync::Once;
use std::time::Duration;

use metrics::{Label, Unit};

use super::span::CallEnd;

const OPERATIONS: &str = "mcp.server.operations";
const DURATION: &str = "mcp.server.operation.duration";

/// Counts a call, and records the duration of the call. No label contains text from the client.
pub(super) fn record(tool: &str, time: Duration, ending: &CallEnd) {
    static DESCRIBED: Once = Once::new();
    DESCRIBED.call_once(|| {
        let description = "Calls of tools that ended";
        metrics::describe_counter!(OPERATIONS, Unit::Count, description);
        let description = "Time from the start to the end of a call";
        metrics::describe_histogram!(DURATION, Unit::Seconds, description);
    });
    let mut labels = vec![
        Label::from_static_parts("mcp.method.name", "tools/call"),
        Label::new("gen_ai.tool.name", tool.to_owned()),
        Label::from_static_parts("outcome", ending.outcome),
    ];
    let error = ending.error.clone();
    labels.extend(error.map(|error| Label::new("error.type", error)));
    metrics::counter!(OPERATIONS, labels.clone()).increment(1);
    metrics::histogram!(DURATION, labels).record(time);
}
