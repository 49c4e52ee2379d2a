//! The CPU time and the memory of a process, which Linux shows in `/proc`.

use std::fs;

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
