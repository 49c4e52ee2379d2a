//! What builds cost: CPU seconds of the programs in turns, crates, sizes and expanded lines.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use crate::plot;
use crate::programs::Kind::{self, Core, Derives, Hand, Ours, Rmcp};
use crate::report;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Set where this program stands between cargo and the compiler.
const WRAPPER: &str = "BENCH_EXPAND";

const KINDS: [Kind; 5] = [Ours, Core, Hand, Rmcp, Derives];

/// The numbers of tools.
const COUNTS: [usize; 4] = [1, 25, 50, 100];

/// The timed builds, which take turns: a command, the kind of program, and its number of tools.
const TIMED: &[(&str, Kind, usize)] = &[
    ("check", Ours, 25),
    ("check", Hand, 25),
    ("check", Rmcp, 25),
    ("check", Ours, 50),
    ("check", Hand, 50),
    ("check", Rmcp, 50),
    ("check", Ours, 100),
    ("check", Hand, 100),
    ("check", Rmcp, 100),
    ("check", Derives, 100),
    ("build --release", Ours, 100),
    ("build --release", Hand, 100),
    ("build --release", Rmcp, 100),
    ("build --release", Derives, 100),
];

/// Measures all builds, each so many times, and writes their table and their plot.
pub(crate) fn measure(turns: usize) -> Result<(), String> {
    let bench = Bench {
        folder: write_programs().map_err(|error| error.to_string())?,
    };
    let mut times: HashMap<_, Vec<f64>> = HashMap::new();
    // The first turn builds the dependencies, and does not count.
    for turn in 0..=turns {
        for &(command, kind, count) in TIMED {
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
    type Figure<'f> = &'f dyn Fn(Kind) -> Result<String, String>;
    let rows: [(&str, Figure<'_>, [Option<Kind>; 4]); 7] = {
        let (all, core) = (
            [Ours, Hand, Rmcp, Derives].map(Some),
            [Some(Core), Some(Hand), None, None],
        );
        let sdk = [Some(Ours), None, Some(Rmcp), None];
        [
            (
                "`cargo check`, 100 tools, CPU s",
                &|kind| seconds("check", kind),
                all,
            ),
            (
                "release build, 100 tools, CPU s",
                &|kind| seconds("build --release", kind),
                all,
            ),
            ("expanded lines per tool", &lines, sdk),
            (
                "clean build without a server: crates, CPU s",
                &|kind| bench.clean_build(kind),
                core,
            ),
            (
                "clean build with the SDK: crates, CPU s",
                &|kind| bench.clean_build(kind),
                sdk,
            ),
            (
                "stripped size without a server, MB",
                &|kind| bench.size(kind),
                core,
            ),
            (
                "stripped size with the SDK, MB",
                &|kind| bench.size(kind),
                sdk,
            ),
        ]
    };
    let mut table =
        "| figure | ours | by hand | rmcp | derives alone |\n|---|---:|---:|---:|---:|\n"
            .to_owned();
    for (figure, measured, kinds) in rows {
        let cell = |kind: Option<Kind>| kind.map_or(Ok("–".to_owned()), measured);
        let cells: Result<Vec<_>, _> = kinds.into_iter().map(cell).collect();
        table += &format!("| {figure} | {} |\n", cells?.join(" | "));
    }
    print!("{table}");
    report::write_section("builds", &table)?;
    let point = |(label, count)| {
        (
            label,
            [Ours, Hand, Rmcp].map(|kind| Some(median("check", kind, count))),
        )
    };
    let points = [("25 tools", 25), ("50 tools", 50), ("100 tools", 100)].map(point);
    let title = "CPU seconds of cargo check, by number of tools";
    report::write("plots/builds.svg", &plot::bars(title, &points))
}

/// Writes a workspace with all programs, and the versions of the repository.
fn write_programs() -> std::io::Result<PathBuf> {
    let folder = PathBuf::from(format!("{ROOT}/target/bench-build"));
    let mut members = Vec::new();
    for (kind, count) in KINDS
        .iter()
        .flat_map(|kind| COUNTS.map(|count| (kind, count)))
    {
        let name = format!("{}-{count}", kind.name());
        let source = folder.join(&name).join("src");
        fs::create_dir_all(&source)?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\n{}",
            kind.dependencies(ROOT)
        );
        fs::write(folder.join(&name).join("Cargo.toml"), manifest)?;
        fs::write(source.join("main.rs"), kind.source(count))?;
        members.push(format!("{name:?}"));
    }
    let members = members.join(", ");
    let manifest = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{members}]\n[profile.release]\nstrip = true\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(format!("{ROOT}/Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(folder)
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

    /// Returns the CPU seconds of a command, after a change of the program.
    fn time(&self, command: &str, kind: Kind, count: usize) -> Result<f64, String> {
        let source = format!("{}-{count}/src/main.rs", kind.name());
        fs::write(self.folder.join(source), kind.source(count)).map_err(|it| it.to_string())?;
        let mut cargo = self.cargo(command, kind, count, "target");
        let before = cpu_seconds();
        run(cargo.arg("--quiet"))?;
        Ok(cpu_seconds() - before)
    }

    /// Builds a program of one tool with all its dependencies.
    fn clean_build(&self, kind: Kind) -> Result<String, String> {
        let _ = fs::remove_dir_all(self.folder.join("clean"));
        let before = cpu_seconds();
        let log = run(&mut self.cargo("build", kind, 1, "clean"))?.1;
        let crates = log
            .lines()
            .filter(|line| line.trim().starts_with("Compiling"));
        Ok(format!(
            "{}, {:.1}",
            crates.count() - 1,
            cpu_seconds() - before
        ))
    }

    fn size(&self, kind: Kind) -> Result<String, String> {
        self.time("build --release", kind, 1)?;
        let program = format!("target/release/{}-1", kind.name());
        let file = fs::metadata(self.folder.join(program)).map_err(|error| error.to_string())?;
        Ok(format!("{:.2}", file.len() as f64 / 1e6))
    }

    /// Returns the lines of a program of 100 tools after all macros.
    fn expanded_lines(&self, kind: Kind) -> Result<usize, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut cargo = self.cargo("check", kind, 100, "target");
        let expanded = run(cargo
            .env("RUSTC_WORKSPACE_WRAPPER", program)
            .env(WRAPPER, "1"))?
        .0;
        Ok(expanded.lines().count())
    }
}

pub(crate) fn is_wrapper() -> bool {
    std::env::var_os(WRAPPER).is_some()
}

/// Calls the compiler for cargo. It expands the programs instead of compiling them.
pub(crate) fn expand(words: &[&str]) -> ExitCode {
    let mut compiler = Command::new(words.first().expect("the compiler"));
    compiler.args(&words[1..]);
    if words.iter().any(|word| word.ends_with("_100")) {
        compiler
            .arg("-Zunpretty=expanded")
            .env("RUSTC_BOOTSTRAP", "1");
    }
    let status = compiler.status().expect("the compiler starts");
    ExitCode::from(u8::from(!status.success()))
}

/// Returns standard output and standard error.
fn run(command: &mut Command) -> Result<(String, String), String> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let [out, log] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    match output.status.success() {
        true => Ok((out, log)),
        false => Err(format!("{command:?} failed:\n{log}")),
    }
}

/// Returns the CPU seconds of all programs that this one has started and that have ended.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux has stat");
    // The name of the program, in parentheses, may have spaces.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks = fields
        .skip(13)
        .take(2)
        .filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
