//! Measures builds: CPU seconds, number of crates, program size, and number of lines after macro expansion.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::plot;
use crate::process::{CpuOf, cpu_seconds};
use crate::programs::Kind::{self, Core, Derives, Hand, Ours, Rmcp};
use crate::report;

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const KINDS: [Kind; 5] = [Ours, Core, Hand, Rmcp, Derives];

/// The numbers of tools for which `cargo check` is timed.
const COUNTS: [usize; 3] = [25, 50, 100];

/// Returns the builds to time, each as a command, a kind of program, and the program's number of tools.
/// `measure` runs each of these builds once per turn, so the load of the machine affects all of them alike.
fn timed() -> impl Iterator<Item = (&'static str, Kind, usize)> {
    let checks = COUNTS.map(|count| [Ours, Hand, Rmcp].map(|kind| ("check", kind, count)));
    let releases = [Ours, Hand, Rmcp, Derives].map(|kind| ("build --release", kind, 100));
    let checks = checks.into_iter().flatten();
    checks.chain([("check", Derives, 100)]).chain(releases)
}

/// Runs the builds of `timed` in `turns` turns, and measures all other figures once. Prints the table, and
/// writes the table and the plot.
pub(crate) fn measure(turns: usize) -> Result<(), String> {
    let folder = write_programs().map_err(|error| error.to_string())?;
    let bench = Bench { folder };
    let mut times: HashMap<_, Vec<f64>> = HashMap::new();
    // Do not count the first turn, because it also compiles the dependencies.
    for turn in 0..=turns {
        for (command, kind, count) in timed() {
            let time = bench.time(command, kind, count)?;
            if turn > 0 {
                times.entry((command, kind, count)).or_default().push(time);
            }
        }
    }
    let median = |command, kind, count| {
        let mut times = times[&(command, kind, count)].clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let seconds = |command, kind| Ok(format!("{:.2}", median(command, kind, 100)));
    let answers = bench.expanded_lines(Derives)?;
    let lines = |kind| Ok(((bench.expanded_lines(kind)? - answers) / 100).to_string());
    let all = [Ours, Hand, Rmcp, Derives].map(Some);
    let core = [Some(Core), Some(Hand), None, None];
    let server = [Some(Ours), None, Some(Rmcp), None];
    let (crates, size) = (|kind| bench.clean_build(kind), |kind| bench.size(kind));
    let check = |kind| seconds("check", kind);
    let release = |kind| seconds("build --release", kind);
    let rows = [
        row("`cargo check`, 100 tools, CPU s", all, check)?,
        row("release build, 100 tools, CPU s", all, release)?,
        row("expanded lines per tool", server, lines)?,
        row("clean build without a server: crates, CPU s", core, crates)?,
        row("clean build with a server: crates, CPU s", server, crates)?,
        row("stripped size without a server, MB", core, size)?,
        row("stripped size with a server, MB", server, size)?,
    ];
    let head = "| figure | ours | by hand | rmcp | derives alone |\n|---|---:|---:|---:|---:|\n";
    let table = head.to_owned() + &rows.concat();
    print!("{table}");
    report::write_section("builds", &table)?;
    let labels = COUNTS.map(|count| format!("{count} tools"));
    let points = [0, 1, 2].map(|at| {
        let median = |kind| Some(median("check", kind, COUNTS[at]));
        (labels[at].as_str(), [Ours, Hand, Rmcp].map(median))
    });
    let title = "CPU seconds of cargo check, by number of tools";
    report::write("plots/builds.svg", &plot::bars(title, &points))
}

/// Returns a row of the table. Each `None` in `kinds` becomes a dash.
fn row(
    figure: &str,
    kinds: [Option<Kind>; 4],
    measure: impl Fn(Kind) -> Result<String, String>,
) -> Result<String, String> {
    let cells: Result<Vec<_>, _> = kinds
        .into_iter()
        .map(|kind| kind.map_or(Ok("–".to_owned()), &measure))
        .collect();
    Ok(format!("| {figure} | {} |\n", cells?.join(" | ")))
}

/// Writes a workspace with all programs and a copy of the repository's `Cargo.lock`. Returns the workspace's
/// folder.
fn write_programs() -> std::io::Result<PathBuf> {
    let folder = PathBuf::from(format!("{ROOT}/target/bench-build"));
    let mut members = Vec::new();
    for (kind, count) in KINDS
        .iter()
        .flat_map(|kind| [1, 25, 50, 100].map(|it| (kind, it)))
    {
        let name = format!("{}-{count}", kind.name());
        let (dependencies, program) = kind.instantiate(ROOT, count);
        write_program(&folder, &name, &dependencies, &program)?;
        members.push(name);
    }
    write_workspace(&folder, &members)?;
    Ok(folder)
}

/// Writes the package of a program.
pub(crate) fn write_program(
    folder: &Path,
    name: &str,
    dependencies: &str,
    program: &str,
) -> std::io::Result<()> {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{dependencies}"
    );
    fs::create_dir_all(folder.join(name).join("src"))?;
    fs::write(folder.join(name).join("Cargo.toml"), manifest)?;
    fs::write(folder.join(name).join("src/main.rs"), program)
}

/// Writes the manifest of a workspace, and a copy of the repository's `Cargo.lock`.
pub(crate) fn write_workspace(folder: &Path, members: &[String]) -> std::io::Result<()> {
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n[profile.release]\nstrip = true\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(format!("{ROOT}/Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(())
}

struct Bench {
    folder: PathBuf,
}

impl Bench {
    fn cargo(&self, command: &str, kind: Kind, count: usize, target: &str) -> Command {
        let mut cargo = Command::new("cargo");
        cargo
            .current_dir(&self.folder)
            .args(command.split(' '))
            .args(["--offline", "-p", &format!("{}-{count}", kind.name())])
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_TARGET_DIR", self.folder.join(target));
        cargo
    }

    /// Runs a cargo command on a program, and returns the command's CPU seconds. Rewrites the program's
    /// source first, so that cargo builds the program again.
    fn time(&self, command: &str, kind: Kind, count: usize) -> Result<f64, String> {
        let source = format!("{}-{count}/src/main.rs", kind.name());
        let (_, program) = kind.instantiate(ROOT, count);
        fs::write(self.folder.join(source), program).map_err(|it| it.to_string())?;
        let mut cargo = self.cargo(command, kind, count, "target");
        let before = cpu_seconds("self", CpuOf::Children);
        run(cargo.arg("--quiet"))?;
        Ok(cpu_seconds("self", CpuOf::Children) - before)
    }

    /// Builds a program with one tool, and its dependencies, from scratch. Returns the number of crates and the
    /// CPU seconds.
    fn clean_build(&self, kind: Kind) -> Result<String, String> {
        let _ = fs::remove_dir_all(self.folder.join("clean"));
        let before = cpu_seconds("self", CpuOf::Children);
        run(&mut self.cargo("build", kind, 1, "clean"))?;
        let seconds = cpu_seconds("self", CpuOf::Children) - before;
        Ok(format!("{}, {seconds:.1}", self.crates(kind)?))
    }

    /// Returns the number of crates of a program with one tool, including the program. Ignores the dependencies of
    /// build scripts.
    fn crates(&self, kind: Kind) -> Result<usize, String> {
        let mut cargo = self.cargo("tree --edges normal --prefix none", kind, 1, "target");
        let (tree, _) = run(&mut cargo)?;
        Ok(crates_of_tree(&tree).len())
    }

    fn size(&self, kind: Kind) -> Result<String, String> {
        self.time("build --release", kind, 1)?;
        let program = format!("target/release/{}-1", kind.name());
        let file = fs::metadata(self.folder.join(program)).map_err(|error| error.to_string())?;
        Ok(format!("{:.2}", file.len() as f64 / 1e6))
    }

    /// Returns the number of lines of a program with 100 tools, after macro expansion.
    fn expanded_lines(&self, kind: Kind) -> Result<usize, String> {
        let mut cargo = self.cargo("rustc --profile check", kind, 100, "target");
        // Stable rustc accepts `-Zunpretty` only for the crate that `RUSTC_BOOTSTRAP` names.
        cargo.env("RUSTC_BOOTSTRAP", format!("{}_100", kind.name()));
        let (expanded, _) = run(cargo.args(["--", "-Zunpretty=expanded"]))?;
        Ok(expanded.lines().count())
    }
}

/// Returns the names and versions of the crates in the output of `cargo tree`.
pub(crate) fn crates_of_tree(tree: &str) -> HashSet<&str> {
    // A note in parentheses may follow the name and the version.
    tree.lines()
        .filter_map(|line| line.split(" (").next())
        .collect()
}

/// Runs a command, and returns its standard output and standard error.
pub(crate) fn run(command: &mut Command) -> Result<(String, String), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let [out, log] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    if output.status.success() {
        Ok((out, log))
    } else {
        Err(format!("{command:?} failed:\n{log}"))
    }
}
