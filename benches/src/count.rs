//! Counts the instructions and allocations of each code path in `PATHS`. Reads the counts from the files that
//! callgrind writes.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use crate::SIDES;
use crate::paths::{PATHS, Path};
use crate::piped::Pipe;
use crate::report::{self, Row};

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

/// The name of the only row that is measured without callgrind. For 10,000 tools, the row has two sizes in
/// bytes per tool. These are the resident memory and the `tools/list` response.
const MEMORY: &str = "memory-10000";

/// The functions of the C library whose calls count as allocations.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "realloc", "posix_memalign"];

/// Counts all paths, and prints the table. With `record`, stores the counts, and updates the table and plots in
/// `docs`. Otherwise, fails if a count of `mcp-tool-runtime` has no stored value, or exceeds it by more than the
/// tolerance of its path.
pub(crate) fn table(record: bool) -> Result<(), String> {
    let valgrind = Command::new("valgrind").arg("--version").output();
    valgrind.map_err(|error| {
        format!("`just bench` needs valgrind, for example from `apt-get install valgrind`: {error}")
    })?;
    let rows = rows();
    print!("{}", report::counts(&rows));
    if record {
        let line = |row: &Row| row.counts[0].map(|[a, b]| format!("{} {a} {b}\n", row.name));
        let lines: String = rows.iter().filter_map(line).collect();
        let written = fs::write(RECORD, lines).map_err(|error| format!("{RECORD}: {error}"));
        return written.and_then(|()| report::write_counts(&rows));
    }
    let recorded = fs::read_to_string(RECORD).map_err(|error| format!("{RECORD}: {error}"))?;
    let grown_row = |row: &Row| {
        let before = recorded.lines().find_map(|line| {
            let mut counts = line.strip_prefix(row.name)?.strip_prefix(' ')?.split(' ');
            let mut next = || counts.next()?.parse::<u64>().ok();
            Some([next()?, next()?])
        });
        let (Some(now), Some(before)) = (row.counts[0], before) else {
            return Some(format!("{} is not in counts.txt", row.name));
        };
        let path = PATHS.iter().find(|path| path.name == row.name);
        let limit = 100 + path.map_or(5, |path| path.tolerance);
        let has_grown = (0..2).any(|it| now[it] * 100 > before[it] * limit);
        has_grown.then(|| format!("{} has grown from {before:?} to {now:?}", row.name))
    };
    let grown: Vec<String> = rows.iter().filter_map(grown_row).collect();
    if grown.is_empty() {
        Ok(())
    } else {
        Err(grown.join("\n"))
    }
}

/// Returns a row for each path, and the memory row. The implementations of a path can run in parallel,
/// because the load of the machine does not affect counts.
fn rows() -> Vec<Row> {
    let row = |path: &'static Path| Row {
        name: path.name,
        counts: thread::scope(|scope| {
            let sides = [0, 1, 2].map(|side| {
                let is_there = side == 0 || path.others[side - 1];
                is_there.then(|| scope.spawn(move || counts_of_path(path, SIDES[side])))
            });
            sides.map(|side| side.map(|side| side.join().expect("valgrind counts")))
        }),
    };
    let memory = Row {
        name: MEMORY,
        counts: [Some(memory("ours")), None, Some(memory("rmcp"))],
    };
    PATHS.iter().map(row).chain([memory]).collect()
}

fn memory(side: &str) -> [u64; 2] {
    let program = std::env::current_exe().expect("the program has a path");
    let output = Command::new(program)
        .args(["memory", side])
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("numbers");
    let (bytes, list) = text.trim().split_once(' ').expect("two numbers");
    [bytes, list].map(|number| number.parse().expect("a number"))
}

/// Returns the instructions and the allocations of one repetition, divided by the path's `units`. Runs the
/// program twice and subtracts the counts of the shorter run, to exclude the program's start-up.
fn counts_of_path(path: &Path, side: &str) -> [u64; 2] {
    let (times, units) = (path.times, path.times * path.units);
    let [fewer, more] = [times, 2 * times].map(|times| {
        let runs = (0..path.runs).map(|_| counts_of_run(path, side, times));
        runs.min().expect("a path has a run")
    });
    [0, 1].map(|it| (more[it].saturating_sub(fewer[it]) + units / 2) / units)
}

fn counts_of_run(path: &Path, side: &str, times: u64) -> [u64; 2] {
    let name = path.name;
    let out = out_file(&format!("{name}.{side}"));
    let mut valgrind = valgrind(&out, &["run", name, side, &times.to_string()]);
    let pipe = path.piped_params().map(|params| {
        let pipe = Pipe::new(&out, side, params, times).expect("the input is written");
        pipe.attach(&mut valgrind).expect("the files open");
        pipe
    });
    let counts = run(&mut valgrind, &out);
    if let Some(pipe) = pipe {
        pipe.check().expect("the files are readable");
    }
    counts
}

/// Returns the path of a file for callgrind's counts.
pub(crate) fn out_file(name: &str) -> PathBuf {
    let file_name = format!("callgrind.{}.{name}.counts", std::process::id());
    std::env::temp_dir().join(file_name)
}

/// Returns the command that runs this program with callgrind.
pub(crate) fn valgrind(out: &std::path::Path, arguments: &[&str]) -> Command {
    let mut valgrind = Command::new("valgrind");
    valgrind
        // Without `fair-sched`, counts of programs with several threads depend on the load of the machine.
        .args(["--tool=callgrind", "--quiet", "--fair-sched=yes"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().expect("the program has a path"))
        .args(arguments);
    valgrind
}

/// Runs a command of `valgrind`. Returns the instructions and the allocations of the run.
pub(crate) fn run(valgrind: &mut Command, out: &std::path::Path) -> [u64; 2] {
    let status = valgrind.status();
    assert!(status.expect("valgrind starts").success(), "{valgrind:?}");
    let text = fs::read_to_string(out).expect("callgrind has written its file");
    let _ = fs::remove_file(out);
    read(&text)
}

/// Parses callgrind's file. Returns the number of instructions, and the number of calls to `ALLOCATING`
/// functions. The first line about a function contains its id and its name. Later lines about the same
/// function contain only the id.
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
