//! The counts of a run, from the file that callgrind writes.

use std::collections::HashMap;
use std::fmt;
use std::ops::{Div, Sub};
use std::process::Command;

/// The functions of the C library that allocate.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) instructions: u64,
    pub(crate) allocations: u64,
}

impl Count {
    /// Returns whether this is more than 5 % above an earlier count.
    pub(crate) fn exceeds(self, before: Count) -> bool {
        let is_more = |now: u64, before: u64| now * 100 > before * 105;
        is_more(self.instructions, before.instructions)
            || is_more(self.allocations, before.allocations)
    }
}

impl Sub for Count {
    type Output = Count;

    fn sub(self, other: Count) -> Count {
        Count {
            instructions: self.instructions.saturating_sub(other.instructions),
            allocations: self.allocations.saturating_sub(other.allocations),
        }
    }
}

impl Div<u32> for Count {
    type Output = Count;

    fn div(self, calls: u32) -> Count {
        let per_call = |count: u64| (count + u64::from(calls) / 2) / u64::from(calls);
        Count {
            instructions: per_call(self.instructions),
            allocations: per_call(self.allocations),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} ({})", self.instructions, self.allocations))
    }
}

/// Runs a path under callgrind.
///
/// # Panics
///
/// Panics if valgrind cannot be run, or the path fails.
pub(crate) fn of_run(path: &str, side: &str, times: u32) -> Count {
    let program = std::env::current_exe().expect("the program has a path");
    let out = std::env::temp_dir().join(format!("callgrind.{}.out", std::process::id()));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(program)
        .args(["run", path, side, &times.to_string()])
        .output()
        .expect("valgrind is installed");
    assert!(output.status.success(), "{path} {side}: {output:?}");
    let text = std::fs::read_to_string(&out).expect("callgrind has written its file");
    let _ = std::fs::remove_file(out);
    read(&text)
}

/// Sums the calls of functions that allocate. A name is written once, with a number that stands for
/// it from then on.
fn read(text: &str) -> Count {
    let mut count = Count::default();
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut called = "";
    for line in text.lines() {
        let function = line.strip_prefix("cfn=").or(line.strip_prefix("fn="));
        if let Some(function) = function {
            let (number, name) = function.split_once(' ').unwrap_or((function, ""));
            if !name.is_empty() {
                names.insert(number, name);
            }
            called = names.get(number).copied().unwrap_or_default();
        } else if let Some(calls) = line.strip_prefix("calls=")
            && ALLOCATING.contains(&called)
        {
            let calls = calls.split(' ').next().unwrap_or_default();
            count.allocations += calls.parse::<u64>().unwrap_or_default();
        } else if let Some(total) = line.strip_prefix("summary: ") {
            count.instructions = total.trim().parse().unwrap_or_default();
        }
    }
    count
}
