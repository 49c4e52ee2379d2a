//! Checks the links in docs/guide, docs/*.md, docs/diagnostics, the root folder and the READMEs, and the paths
//! in ARCHITECTURE.md. Also checks that the guide's lists of pages are complete, and that examples or tests contain
//! the code that doc tests ignore.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

const PAGES: &str = "docs/guide/src";

/// The folders of the crates. Each has a README.
const CRATES: [&str; 7] = [
    "crates/mcp-tool-lint",
    "crates/mcp-tool-rmcp",
    "crates/mcp-tool-rules",
    "crates/mcp-tool-schema",
    "crates/mcp-tool-server",
    "mcp-tool-macros",
    "mcp-tool-runtime",
];

/// The pages that may show code without a test. That code shows servers written with other MCP crates.
const FOREIGN: [&str; 2] = ["migrate_rmcp.md", "migrate_others.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the paths of all files in `folder` that have this extension. The paths are relative to the
/// repository's root.
fn files(folder: &str, extension: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap()))
        .collect();
    files.sort();
    files
}

/// Splits a page into its text and its blocks of code. Each block is a pair: the info string of its opening
/// fence, and its code.
fn split(markdown: &str) -> (String, Vec<(String, String)>) {
    let (mut text, mut blocks) = (String::new(), Vec::new());
    let mut open: Option<(usize, String, String)> = None;
    for line in markdown.lines() {
        let fence = line.trim_start();
        let ticks = fence.bytes().take_while(|byte| *byte == b'`').count();
        match &mut open {
            Some((opened, ..)) if ticks >= *opened && fence.len() == ticks => {
                let (_, words, code) = open.take().unwrap();
                blocks.push((words, code));
            }
            Some((_, _, code)) => {
                code.push_str(line);
                code.push('\n');
            }
            None if ticks >= 3 => open = Some((ticks, fence[ticks..].to_owned(), String::new())),
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    assert!(open.is_none(), "a block of code has no end");
    (text, blocks)
}

/// Returns the targets of inline links and of `[label]: target` lines.
fn links(text: &str) -> Vec<String> {
    let plain = without_code(text);
    let inline = plain.match_indices("](").filter_map(|(at, _)| {
        let target = &plain[at + 2..];
        Some(target[..target.find(')')?].to_owned())
    });
    let labels = plain.lines().filter_map(|line| {
        let (_, target) = line.strip_prefix('[')?.split_once("]: ")?;
        Some(target.trim().to_owned())
    });
    inline.chain(labels).collect()
}

/// Removes code spans, because brackets in them are not links.
fn without_code(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(start) = rest.find('`') {
        let ticks = rest[start..]
            .bytes()
            .take_while(|byte| *byte == b'`')
            .count();
        let after = &rest[start + ticks..];
        let end = after.find(&"`".repeat(ticks)).unwrap_or(after.len());
        plain.push_str(&rest[..start]);
        rest = after.get(end + ticks..).unwrap_or_default();
    }
    plain + rest
}

/// Returns the anchors of a page's headings, as GitHub generates them.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    let text = split(markdown).0;
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let anchor: String = heading
                .chars()
                .filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'))
                .map(|it| if it == ' ' { '-' } else { it })
                .collect();
            let used = uses.entry(anchor.clone()).or_default();
            *used += 1;
            match *used {
                1 => anchor,
                more => format!("{anchor}-{}", more - 1),
            }
        })
        .collect()
}

/// Returns the path of a link's target, relative to the repository's root. Does not access the file system.
fn resolve(page: &str, target: &str) -> PathBuf {
    let mut path = Path::new(page).parent().unwrap().to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{page}: `{target}` leaves the repository"),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// Returns why a relative link is broken. Returns `None` for a valid link and for an external link.
fn fault(page: &str, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = match target {
        "" => PathBuf::from(page),
        target => resolve(page, target),
    };
    if !root().join(&path).exists() {
        return Some(format!("{page}: `{link}`: no such file"));
    }
    let is_found = anchor.is_empty() || anchors(&read(&path)).contains(anchor);
    (!is_found).then(|| format!("{page}: `{link}`: no such heading"))
}

#[test]
fn every_relative_link_resolves() {
    let mut pages = vec!["tests/README.md".to_owned()];
    for member in CRATES {
        pages.push(format!("{member}/README.md"));
    }
    pages.extend(files(".", "md"));
    pages.extend(files("docs", "md"));
    pages.extend(files("docs/diagnostics", "md"));
    pages.extend(files(PAGES, "md"));
    let mut faults = Vec::new();
    for page in &pages {
        let links = links(&split(&read(page)).0);
        faults.extend(links.iter().filter_map(|link| fault(page, link)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// ARCHITECTURE.md writes paths in short, as its first paragraphs explain.
#[test]
fn paths_of_the_architecture_exist() {
    let text = split(&read("ARCHITECTURE.md")).0;
    let is_path = |span: &&str| {
        let is_plain = span
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '/'));
        is_plain && (span.ends_with(".rs") || span.ends_with('/'))
    };
    let paths: BTreeSet<_> = text.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 80, "{} paths", paths.len());
    let missing = paths.iter().filter(|path| {
        let in_crate = CRATES.iter().any(|member| {
            let name = member.trim_start_matches("crates/");
            let inside = path.strip_prefix(&format!("{name}/")).unwrap_or(path);
            root().join(member).join("src").join(inside).exists()
        });
        !in_crate && !root().join(path).exists()
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_broken_link_is_found() {
    let page = "docs/guide/src/http.md";
    for (link, is_broken) in [
        ("https://nowhere.example/", false),
        ("limits.md", false),
        ("limits.md#calls-per-user", false),
        ("#limits", false),
        ("../../CLIENTS.md#name_characters", false),
        (
            "../../../mcp-tool-runtime/docs/mcp_tool.md#output-and-wrap",
            false,
        ),
        ("nowhere.md", true),
        ("limits.md#nowhere", true),
        ("#nowhere", true),
        ("../CLIENTS.md", true),
    ] {
        assert_eq!(fault(page, link).is_some(), is_broken, "{link}");
    }
    let text = "[a](b.md), `[c](d.md)` and [e\nf](g.md#h)\n[i]: j.md\n";
    assert_eq!(links(text), ["b.md", "g.md#h", "j.md"]);
}

#[test]
fn the_summary_and_the_doc_tests_have_every_page() {
    let pages = files(PAGES, "md").into_iter().map(|path| {
        let name = path.strip_prefix(PAGES).unwrap();
        name.trim_start_matches('/').to_owned()
    });
    let pages: BTreeSet<_> = pages.filter(|page| page != "SUMMARY.md").collect();

    let summary = read(format!("{PAGES}/SUMMARY.md"));
    let listed: BTreeSet<_> = links(&summary).into_iter().collect();
    assert_eq!(listed, pages);

    let source = read("tests/guide/src/lib.rs");
    let (_, list) = source.split_once("pages! {").unwrap();
    let included = list.trim().trim_end_matches('}').split_whitespace();
    assert_eq!(
        included
            .map(|page| format!("{page}.md"))
            .collect::<BTreeSet<_>>(),
        pages
    );
}

/// Doc tests cannot run `#[test]` functions, so pages mark such code with `ignore`. This test checks that
/// `examples/` or `tests/` contains this code, except for the pages in `FOREIGN`. `cargo test` compiles both
/// folders.
#[test]
fn ignored_code_is_tested_elsewhere() {
    let mut sources = String::new();
    for folder in ["tests/guide/examples", "tests/guide/tests"] {
        for file in files(folder, "rs") {
            sources.push_str(&read(file));
        }
    }
    for page in files(PAGES, "md") {
        let blocks = split(&read(&page)).1;
        for (words, code) in blocks.iter().filter(|(words, _)| words.contains("ignore")) {
            let is_foreign = FOREIGN.iter().any(|name| page.ends_with(name));
            assert!(
                words.starts_with("rust") && (is_foreign || sources.contains(code.trim_end())),
                "{page}: no test has this code:\n{code}"
            );
        }
    }
}

/// A reader copies an example without its hidden lines. So no hidden line may import a name.
#[test]
fn hidden_lines_import_nothing() {
    let mut sources = Vec::new();
    // The runtime re-exports types of the schema crate. Their examples cannot show the path that users write.
    let crates = CRATES.iter().filter(|member| !member.ends_with("schema"));
    for member in crates {
        let folder = root().join(member);
        collect_sources(&folder.join("src"), &mut sources);
        collect_sources(&folder.join("docs"), &mut sources);
    }
    collect_sources(&root().join(PAGES), &mut sources);
    let mut hidden = Vec::new();
    for source in &sources {
        let text = fs::read_to_string(source).unwrap();
        let lines = text.lines().map(|line| {
            let line = line.trim_start();
            let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
            comment.unwrap_or(line).trim_start()
        });
        let imports = lines.filter(|line| line.starts_with("# use "));
        hidden.extend(imports.map(|line| format!("{}: {line}", source.display())));
    }
    assert!(sources.len() > 100, "{} files", sources.len());
    assert!(hidden.is_empty(), "{}", hidden.join("\n"));
}

/// Adds the Rust and Markdown files below `folder` to `files`.
fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let extension = path.extension().and_then(|it| it.to_str());
        if path.is_dir() {
            collect_sources(&path, files);
        } else if let Some("rs" | "md") = extension {
            files.push(path);
        }
    }
}

/// Doc tests ignore `#[cfg(test)]` modules. So this test compares the README with `tests/readme.rs`, which
/// `cargo test` compiles.
#[test]
fn the_readme_code_is_the_tested_code() {
    // `cargo fmt` formats the test file, but not the README. So ignore white space and trailing
    // commas.
    let plain = |code: &str| {
        let code: String = code.split_whitespace().collect();
        code.replace(",)", ")").replace(",}", "}")
    };
    let program = plain(&read("tests/guide/tests/readme.rs"));
    let (_, blocks) = split(&read("README.md"));
    let parts = ["fn registry", "fn serve", "mod tests"];
    let of_server = |(_, code): &&(String, String)| parts.iter().any(|part| code.contains(part));
    let blocks: Vec<_> = blocks.iter().filter(of_server).collect();
    assert_eq!(blocks.len(), 3);
    for (_, code) in blocks {
        assert!(program.contains(&plain(code)), "{code}");
    }
}

#[test]
fn the_page_about_deploying_shows_its_files() {
    let blocks = split(&read(format!("{PAGES}/deploy.md"))).1;
    for file in ["Dockerfile", ".dockerignore", "notes.service", "nginx.conf"] {
        let text = read(format!("examples/deploy/{file}"));
        assert!(blocks.iter().any(|(_, code)| *code == text), "{file}");
    }
}

#[test]
fn the_tutorial_shows_its_whole_program() {
    let blocks = split(&read(format!("{PAGES}/tutorial.md"))).1;
    let pieces = blocks.iter().filter(|(words, _)| words.starts_with("rust"));
    let shown: Vec<_> = pieces.map(|(_, code)| code.trim_end()).collect();
    let program = read("tests/guide/examples/notes.rs");
    let (_, program) = program.split_once("\n\n").unwrap();
    assert_eq!(shown.join("\n\n"), program.trim_end());
}

/// The page of tested versions names those that the tests install, each in a row with the program's name.
#[test]
fn the_page_of_tested_versions_is_current() {
    let page = read(format!("{PAGES}/tested_versions.md"));
    let mut expected = Vec::new();
    for folder in ["ajv", "clients", "conformance"] {
        let package = read(format!("tests/{folder}/package.json"));
        let package: Value = serde_json::from_str(&package).unwrap();
        for (name, version) in package["dependencies"].as_object().unwrap() {
            let version = version.as_str().unwrap();
            let alias = version
                .strip_prefix("npm:")
                .and_then(|it| it.rsplit_once('@'));
            let (name, version) = alias.unwrap_or((name, version));
            if name != "ajv-formats" {
                expected.push((name.to_owned(), version.to_owned()));
            }
        }
    }
    for line in read("tests/clients/requirements.txt").lines() {
        if let Some((name @ ("mcp" | "fastmcp"), version)) = line.split_once("==") {
            expected.push((name.to_owned(), version.to_owned()));
        }
    }
    let after = |text: &str, start: &str| {
        let (_, rest) = text.split_once(start).unwrap_or_else(|| panic!("{start}"));
        rest.split('"').next().unwrap().to_owned()
    };
    let lock = read("Cargo.lock");
    let rmcp = after(&lock, "name = \"rmcp\"\nversion = \"");
    expected.push(("rmcp".to_owned(), rmcp));
    let compiler = after(&read("rust-toolchain.toml"), "channel = \"");
    expected.push(("Rust".to_owned(), compiler));
    assert_eq!(expected.len(), 11, "{expected:?}");

    for (name, version) in &expected {
        let is_current = page.lines().any(|row| {
            let mut words = row.split([' ', ':', ',', '`']);
            row.contains(&**name) && words.any(|word| word == version)
        });
        assert!(is_current, "{name} {version}");
    }
    let suites = read("tests/conformance/check.js");
    let suites = suites.lines().filter(|line| line.contains(", tools: "));
    let counts = suites.flat_map(|line| {
        let (_, counts) = line.split_once("checks: ").unwrap();
        counts.split(|letter: char| !letter.is_ascii_digit())
    });
    let counts: Vec<_> = counts.filter(|count| !count.is_empty()).collect();
    assert_eq!(counts.len(), 6, "{counts:?}");
    for count in counts {
        assert!(page.contains(&format!(" {count} checks")), "{count} checks");
    }
}
