//! Compares this project with other frameworks: builds, and CPU time of the same call over standard input and output
//! and over HTTP. Each framework serves `add` in a program of its own, in the folder `peers`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::builds::{ROOT, crates_of_tree, run, write_program, write_workspace};
use crate::handler::{ADD, request};
use crate::http::cpu;
use crate::http::mode::Mode;
use crate::http::server::Server;
use crate::load::{self, Load};
use crate::process::{CpuOf, ServerProcess, cpu_seconds};
use crate::programs::split_template;
use crate::report;
use crate::response::check;
use crate::stdio::{INITIALIZE, INITIALIZED};

/// A framework, and its program.
struct Framework {
    /// The crate or the package.
    name: &'static str,
    language: Language,
    /// Which requests the program answers over HTTP.
    mode: Mode,
}

#[derive(Clone, Copy)]
enum Language {
    /// A template of a crate.
    Rust(&'static str),
    /// A program for the packages of `tests/clients/requirements.txt`.
    Python(&'static str),
}

const FRAMEWORKS: &[Framework] = &[
    rust(
        "mcp-tool-server",
        include_str!("../peers/ours.rs.txt"),
        Mode::Stateless,
    ),
    rust(
        "rmcp",
        include_str!("../peers/rmcp.rs.txt"),
        Mode::Stateless,
    ),
    rust(
        "tower-mcp",
        include_str!("../peers/tower-mcp.rs.txt"),
        Mode::Stateless,
    ),
    // It requires a session for each call.
    rust(
        "turbomcp",
        include_str!("../peers/turbomcp.rs.txt"),
        Mode::Session,
    ),
    python("mcp", "python_sdk_server.py"),
    python("fastmcp", "fastmcp_server.py"),
];

const fn rust(name: &'static str, template: &'static str, mode: Mode) -> Framework {
    Framework {
        name,
        language: Language::Rust(template),
        mode,
    }
}

const fn python(name: &'static str, file: &'static str) -> Framework {
    Framework {
        name,
        language: Language::Python(file),
        mode: Mode::Stateless,
    }
}

/// What a build has shown. `build` is `None` for Python.
struct Built {
    framework: &'static Framework,
    version: String,
    build: Option<Build>,
    program: Vec<PathBuf>,
}

struct Build {
    crates: usize,
    seconds: f64,
    megabytes: f64,
}

/// Builds all programs, loads each for `seconds` per round, and prints the table. With `record`, writes it to `docs`.
pub(crate) fn measure(seconds: usize, record: bool) -> Result<(), String> {
    let folder = PathBuf::from(format!("{ROOT}/target/bench-peers"));
    let mut built = Vec::new();
    write_programs(&folder).map_err(|error| error.to_string())?;
    let python = install_python(&folder);
    for framework in FRAMEWORKS {
        match (framework.language, &python) {
            (Language::Rust(_), _) => built.push(build(framework, &folder)?),
            (Language::Python(file), Ok(python)) => {
                built.push(find_package(framework, file, python)?);
            }
            (Language::Python(_), Err(error)) => {
                eprintln!("{}: not measured, because {error}", framework.name);
            }
        }
    }
    let table = table(&built, seconds).map_err(|error| error.to_string())?;
    print!("{table}");
    if record {
        report::write_section("peers", &table)?;
    }
    Ok(())
}

fn write_programs(folder: &Path) -> io::Result<()> {
    let mut members = Vec::new();
    for framework in FRAMEWORKS {
        if let Language::Rust(template) = framework.language {
            let (dependencies, program) = split_template(template, ROOT);
            let name = program_name(framework);
            write_program(folder, &name, &dependencies, program)?;
            members.push(name);
        }
    }
    write_workspace(folder, &members)
}

fn program_name(framework: &Framework) -> String {
    format!("peer-{}", framework.name)
}

/// Makes a release build of a program and its dependencies from scratch.
fn build(framework: &'static Framework, folder: &Path) -> Result<Built, String> {
    let name = program_name(framework);
    let target = folder.join(format!("target-{}", framework.name));
    let _ = fs::remove_dir_all(&target);
    let cargo = |command: &str| {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(folder).args(command.split(' '));
        cargo.args(["-p", &name]).env("CARGO_TARGET_DIR", &target);
        // Set for the benchmark itself. The programs have the default profile.
        cargo.env_remove("CARGO_PROFILE_RELEASE_CODEGEN_UNITS");
        cargo
    };
    let before = cpu_seconds("self", CpuOf::Children);
    run(&mut cargo("build --release"))?;
    let seconds = cpu_seconds("self", CpuOf::Children) - before;
    let (tree, _) = run(&mut cargo("tree --edges normal --prefix none"))?;
    let crates = crates_of_tree(&tree);
    let prefix = format!("{} v", framework.name);
    let version = crates.iter().find_map(|it| it.strip_prefix(&prefix));
    let program = target.join("release").join(&name);
    let file = fs::metadata(&program).map_err(|error| error.to_string())?;
    Ok(Built {
        framework,
        version: version.ok_or("cargo tree shows no version")?.to_owned(),
        build: Some(Build {
            crates: crates.len(),
            seconds,
            megabytes: file.len() as f64 / 1e6,
        }),
        program: vec![program],
    })
}

/// Installs the Python packages. Returns the interpreter.
fn install_python(folder: &Path) -> Result<PathBuf, String> {
    let python = folder.join("venv/bin/python");
    let requirements = format!("{ROOT}/tests/clients/requirements.txt");
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(folder.join("venv")))?;
    run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r", &requirements]))?;
    Ok(python)
}

fn find_package(framework: &'static Framework, file: &str, python: &Path) -> Result<Built, String> {
    let script = format!(
        "import importlib.metadata as m; print(m.version({:?}))",
        framework.name
    );
    let (version, _) = run(Command::new(python).args(["-c", &script]))?;
    Ok(Built {
        framework,
        version: version.trim().to_owned(),
        build: None,
        program: vec![
            python.to_owned(),
            format!("{ROOT}/benches/peers/{file}").into(),
        ],
    })
}

fn table(built: &[Built], seconds: usize) -> io::Result<String> {
    let mut medians = Vec::new();
    for start in [start_stdio, start_http] as [fn(&Built) -> io::Result<Load>; 2] {
        let start = |built: &Built| {
            let name = built.framework.name;
            start(built).map_err(|error| io::Error::other(format!("{name}: {error}")))
        };
        let mut loads: Vec<_> = built.iter().map(start).collect::<io::Result<_>>()?;
        load::run(&mut loads, seconds)?;
        medians.push(loads.iter().map(Load::median).collect::<Vec<_>>());
    }
    let mut table = "| framework | version | release build: crates, CPU s | stripped size, MB | stdio, µs | ÷ ours | HTTP, µs | ÷ ours |\n|---|---|---:|---:|---:|---:|---:|---:|\n".to_owned();
    for (
        at,
        Built {
            framework,
            version,
            build,
            ..
        },
    ) in built.iter().enumerate()
    {
        let [build, size] = match build {
            Some(Build {
                crates,
                seconds,
                megabytes,
            }) => [format!("{crates}, {seconds:.1}"), format!("{megabytes:.2}")],
            None => ["–".to_owned(), "–".to_owned()],
        };
        let [stdio, http] = [0, 1].map(|it| {
            let time: f64 = medians[it][at];
            format!("{time:.1} | {:.2}", time / medians[it][0])
        });
        table += &format!(
            "| `{}` | {version} | {build} | {size} | {stdio} | {http} |\n",
            framework.name
        );
    }
    Ok(table)
}

fn command(built: &Built) -> Command {
    let mut command = Command::new(&built.program[0]);
    command.args(&built.program[1..]);
    command
}

fn start_http(built: &Built) -> io::Result<Load> {
    let server = Server::of_program(&mut command(built))?;
    cpu::start(
        built.framework.name.to_owned(),
        server,
        built.framework.mode,
        cpu::CONNECTIONS,
    )
}

fn start_stdio(built: &Built) -> io::Result<Load> {
    let mut server = ServerProcess::start(&mut command(built))?;
    server.write(format!("{}\n{INITIALIZED}", request("initialize", INITIALIZE)).as_bytes())?;
    server.read_line()?;
    let mut client = StdioClient {
        request: request("tools/call", ADD) + "\n",
        expected: String::new(),
        server,
    };
    load::Client::send(&mut client)?;
    client.expected = client.server.read_line()?;
    check(client.expected.as_bytes(), &json!({ "sum": 42 }));
    let process = client.server.id();
    Ok(Load::new(
        built.framework.name.to_owned(),
        process,
        None,
        vec![Box::new(client)],
    ))
}

/// Makes calls one by one.
struct StdioClient {
    server: ServerProcess,
    request: String,
    expected: String,
}

impl load::Client for StdioClient {
    fn send(&mut self) -> io::Result<()> {
        self.server.write(self.request.as_bytes())
    }

    fn receive(&mut self) -> io::Result<()> {
        let response = self.server.read_line()?;
        assert!(response == self.expected, "the response changes");
        Ok(())
    }
}
