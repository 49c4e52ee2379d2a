//! Checks what only the registry's server checks when a crate is published, and what each package contains.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Slugs of the registry's categories. The registry ignores any other slug.
const CATEGORIES: [&str; 3] = ["api-bindings", "development-tools", "web-programming"];

fn cargo(arguments: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO"));
    let output = command
        .args(arguments.split(' '))
        .current_dir(root)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the metadata of the crates that users get.
fn published() -> Vec<Value> {
    let metadata = cargo("metadata --format-version 1 --no-deps --offline");
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    let packages = metadata["packages"].as_array_mut().unwrap();
    packages.retain(|package| package["publish"].is_null());
    assert_eq!(packages.len(), 7);
    packages.clone()
}

/// Returns the first member of the metadata that the registry would reject.
fn fault(package: &Value) -> Option<&'static str> {
    let list = |key: &str| {
        let texts = package[key].as_array().into_iter().flatten();
        texts
            .map(|text| text.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let text = |key: &str| package[key].as_str().unwrap_or_default();
    let (keywords, categories) = (list("keywords"), list("categories"));
    let is_keyword = |keyword: &String| {
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_-+".contains(letter);
        keyword.len() <= 20 && keyword.chars().all(is_allowed)
    };
    let is_known = |slug: &String| CATEGORIES.contains(&&**slug);
    // The owner fills in the address of the repository before the first release.
    let is_address = text("repository").is_empty() || text("repository").starts_with("https://");
    let checks = [
        (
            "keywords",
            (1..=5).contains(&keywords.len()) && keywords.iter().all(is_keyword),
        ),
        (
            "categories",
            (1..=5).contains(&categories.len()) && categories.iter().all(is_known),
        ),
        (
            "description",
            (1..=1000).contains(&text("description").len()),
        ),
        ("license", !text("license").is_empty()),
        ("repository", is_address),
    ];
    checks
        .iter()
        .find(|(_, is_valid)| !is_valid)
        .map(|(key, _)| *key)
}

#[test]
fn the_registry_accepts_the_metadata() {
    for mut package in published() {
        assert_eq!(fault(&package), None, "{}", package["name"]);
        for (key, wrong) in [
            ("repository", json!("example.org")),
            ("license", json!(null)),
            ("description", json!("")),
            ("categories", json!(["tools"])),
            ("keywords", json!(["model-context-protocol"])),
        ] {
            package[key] = wrong;
            assert_eq!(fault(&package), Some(key));
        }
    }
}

#[test]
fn a_package_has_its_licences_and_no_test_data() {
    for package in published() {
        let name = package["name"].as_str().unwrap();
        let list = cargo(&format!(
            "package --package {name} --list --allow-dirty --offline"
        ));
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(list.lines().any(|found| found == file), "{name}: no {file}");
        }
        let ends = [
            ".rs",
            "/clients.json",
            ".md",
            ".toml",
            ".orig",
            ".lock",
            "APACHE",
            "MIT",
            "vcs_info.json",
        ];
        let is_data =
            |file: &&str| file.contains("tests") || !ends.iter().any(|end| file.ends_with(end));
        let data: Vec<_> = list.lines().filter(is_data).collect();
        assert!(data.is_empty(), "{name}: {data:?}");
    }
}

/// The registry shows the README of a crate without the repository around it.
#[test]
fn readmes_of_crates_link_to_no_file() {
    for package in published() {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let text = fs::read_to_string(manifest.with_file_name("README.md")).unwrap();
        let links = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
        let relative: Vec<_> = links.filter(|link| !link.starts_with("https://")).collect();
        assert!(relative.is_empty(), "{}: {relative:?}", package["name"]);
    }
}
