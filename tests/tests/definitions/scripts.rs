//! Titles and descriptions in many writing systems keep the invisible characters that they need.

use super::*;

/// پیش‌بینی هوا برای یک شهر
#[mcp_tool(title = "پیش‌بینی هوا")]
fn persian(
    /// نام شهر، به‌طور مثال تهران
    city: String,
) -> String {
    city
}

/// ‏תחזית C++‏ לעיר
#[mcp_tool(title = "\u{200f}תחזית C++\u{200f}")]
fn hebrew() {}

/// 👨‍👩‍👧‍👦 plans a day ☂️ for a family 🏳️‍🌈 in 🇳🇴 or 🏴󠁧󠁢󠁳󠁣󠁴󠁿.
#[mcp_tool(title = EMOJI, allow(undocumented))]
fn emoji(#[arg(rename = "größe")] size: u8) -> u8 {
    size
}

const EMOJI: &str = "👨\u{200d}👩\u{200d}👧\u{200d}👦 ☂\u{fe0f}";

/// Adds an entry to a list.
///
///     TODO: an example
///
/// TODO is what an entry may begin with.
#[mcp_tool(title = "Todo")]
fn to_do(
    /// Description
    description: String,
    /// All tags are optional
    #[arg(description = "Test, or something else")]
    tags: Vec<String>,
) -> String {
    description + &tags.concat()
}

#[test]
fn texts_in_all_scripts_are_unchanged() {
    // R09, R11, R12
    let registry = ToolRegistry::builder(())
        .tools(tools![persian, hebrew, emoji, to_do])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let persian = peer.tool("persian");
    assert_eq!(persian["title"], "پیش\u{200c}بینی هوا");
    assert_eq!(persian["description"], "پیش\u{200c}بینی هوا برای یک شهر",);
    assert_eq!(
        persian["inputSchema"]["properties"]["city"]["description"],
        "نام شهر، به\u{200c}طور مثال تهران",
    );
    let hebrew = peer.tool("hebrew");
    assert_eq!(hebrew["title"], "\u{200f}תחזית C++\u{200f}");
    assert_eq!(hebrew["description"], "\u{200f}תחזית C++\u{200f} לעיר");
    let emoji = peer.tool("emoji");
    assert_eq!(emoji["title"], EMOJI);
    assert_eq!(
        emoji["description"],
        "👨\u{200d}👩\u{200d}👧\u{200d}👦 plans a day ☂\u{fe0f} for a family \
         🏳\u{fe0f}\u{200d}🌈 in 🇳🇴 or \
         🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.",
    );
    assert_eq!(peer.tool("to_do")["title"], "Todo");
}
