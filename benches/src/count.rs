//! The counts of calls, from the file that callgrind writes.

use std::collections::HashMap;
use std::fs;
use std::process::Command;

/// The functions of the C library that allocate.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

/// Counts the instructions and the allocations of one call.
pub(crate) fn of_calls(path: &str, side: &str, times: u64) -> [u64; 2] {
    let [fewer, more] = [times, 2 * times].map(|times| of_run(path, side, times));
    [0, 1].map(|it| (more[it] - fewer[it] + times / 2) / times)
}

fn of_run(path: &str, side: &str, times: u64) -> [u64; 2] {
    let out = std::env::temp_dir().join(format!("callgrind.{}.out", std::process::id()));
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().expect("the program has a path"))
        .args(["run", path, side, &times.to_string()])
        .status();
    assert!(status.expect("valgrind is installed").success(), "{path}");
    let text = fs::read_to_string(&out).expect("callgrind has written its file");
    let _ = fs::remove_file(out);
    read(&text)
}

/// Reads the total, and sums the calls of functions that allocate. The file has each name once, with a
/// number that stands for it from then on.
fn read(text: &str) -> [u64; 2] {
    let (mut instructions, mut allocations) = (0, 0);
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut called = "";
    for line in text.lines() {
        let number = |text: &str| text.trim().parse().unwrap_or(0);
        if let Some(function) = line.strip_prefix("cfn=").or(line.strip_prefix("fn=")) {
            if let Some((number, name)) = function.split_once(' ') {
                names.insert(number, name);
            }
            let id = function.split(' ').next().unwrap_or_default();
            called = names.get(id).copied().unwrap_or_default();
        } else if let Some(calls) = line.strip_prefix("calls=")
            && ALLOCATING.contains(&called)
        {
            allocations += number(calls.split(' ').next().unwrap_or_default());
        } else if let Some(total) = line.strip_prefix("summary: ") {
            instructions = number(total);
        }
    }
    [instructions, allocations]
}
