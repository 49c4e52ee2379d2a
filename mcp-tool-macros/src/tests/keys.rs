//! Compares the keys of the attributes with their reference and with the example `all_options`.

use std::collections::BTreeSet;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parser as _;

use crate::options::argument::ArgumentOptions;
use crate::options::tool;
use crate::parse::attribute::names;
use crate::parse::entry::written;
use crate::parse::options::Options;

fn workspace_file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// Returns the words that begin the code in the first column of the first table below a heading.
fn documented(page: &str, heading: &str) -> BTreeSet<String> {
    let page = workspace_file(page);
    let lines = page.lines().skip_while(|line| *line != heading);
    let rows = lines.skip_while(|line| !line.starts_with("|---"));
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap().split('`'));
    cells
        .flat_map(|cell| cell.skip(1).step_by(2))
        .map(first_word)
        .collect()
}

fn first_word(code: &str) -> String {
    let end = code.find(|c: char| c != '_' && !c.is_alphanumeric());
    code[..end.unwrap_or(code.len())].to_owned()
}

/// Adds the keys in each attribute with the name `attribute`.
fn used(tokens: TokenStream, attribute: &str, keys: &mut BTreeSet<String>) {
    let mut before = String::new();
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            if before == attribute {
                keys.extend(written.parse2(group.stream()).unwrap());
            }
            used(group.stream(), attribute, keys);
        }
        before = token.to_string();
    }
}

fn known<T: Options>(list: &str) -> BTreeSet<String> {
    names(T::KEYS, list)
        .into_iter()
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_reference_lists_each_key() {
    let reference = "mcp-tool-runtime/docs/mcp_tool.md";
    let blocks = "mcp-tool-runtime/docs/mcp_tools.md";
    assert_eq!(
        documented(reference, "# Keys"),
        known::<tool::Options>("function")
    );
    assert_eq!(
        documented(blocks, "# Keys"),
        known::<tool::Options>("block")
    );
    assert_eq!(
        documented(reference, "# Options of an argument"),
        known::<ArgumentOptions>("argument")
    );
}

/// The example `auth` shows `scopes`.
#[test]
fn the_example_uses_each_key() {
    let used = |attribute| {
        let mut keys = BTreeSet::new();
        for example in ["examples/all_options.rs", "examples/auth/main.rs"] {
            used(
                workspace_file(example).parse().unwrap(),
                attribute,
                &mut keys,
            );
        }
        keys
    };
    assert_eq!(used("mcp_tool"), known::<tool::Options>("function"));
    assert_eq!(used("arg"), known::<ArgumentOptions>("argument"));
}
