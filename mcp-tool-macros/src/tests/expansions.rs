//! Compares the expansion of each item in `SHAPES` with the recorded expansion under `expansions/`.
//!
//! `UPDATE_SNAPSHOTS=1` overwrites the files. Review their diff before you commit them.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Attribute;

use crate::derive;

type Macro = fn(TokenStream, TokenStream) -> TokenStream;

const TOOL: Macro = |options, item| crate::expand::expand(options, item, false);
const TOOL_WITH_GARDE: Macro = |options, item| crate::expand::expand(options, item, true);
const TOOLS: Macro = |options, item| crate::methods::expand(options, item, false);
const LIST: Macro = |_, entries| {
    let list = crate::tool_list::expand(quote!((::mcp_tool_runtime) #entries));
    quote!(fn list() { #list })
};
const STATE: Macro = |_, item| derive::expand(item, derive::has_state::expand);
const ERROR: Macro = |_, item| derive::expand(item, derive::tool_error::expand);
const FORM: Macro = |_, item| derive::expand(item, derive::elicit_form::expand);

/// Returns the formatted expansion of a macro.
fn expanded(expand: Macro, options: &str, item: &str) -> String {
    let tokens = |text: &str| -> TokenStream { text.parse().unwrap() };
    let file: syn::File = syn::parse2(expand(tokens(options), tokens(item))).unwrap();
    let whole = file.items.iter().map(laid_out).collect();
    prettyplease::unparse(&syn::parse2(whole).unwrap())
}

/// Expands the attribute `beside` above a companion struct. That attribute contains all other generated
/// items.
pub(super) fn laid_out(item: &syn::Item) -> TokenStream {
    let syn::Item::Struct(companion) = item else {
        return item.to_token_stream();
    };
    let is_beside = |attribute: &Attribute| {
        let last = attribute.path().segments.last();
        last.is_some_and(|last| last.ident == "beside")
    };
    let mut companion = companion.clone();
    let (beside, attributes) = companion.attrs.into_iter().partition(is_beside);
    companion.attrs = attributes;
    let beside: Vec<Attribute> = beside;
    let rest = beside
        .iter()
        .map(|attribute| &attribute.meta.require_list().unwrap().tokens);
    crate::codegen::companion::expand(quote!(#(#rest)*), companion.to_token_stream())
}

/// The expansion of a tool with two arguments must stay short enough to read. `just expansion` prints it.
#[test]
fn the_expansion_stays_small() {
    let item = "
        /// Forecast for a city.
        async fn forecast(
            /// City name, for example Oslo
            city: &str,
            /// Number of days
            days: u8,
        ) -> Result<Forecast, WeatherError> {
            todo!()
        }
    ";
    let options = "title = \"Weather forecast\", read_only, open_world = false";
    let whole = expanded(TOOL, options, item);
    let bare = {
        let function: TokenStream =
            "/// Forecast for a city.\nasync fn forecast(city: &str, days: u8) -> Result<Forecast, WeatherError> { todo!() }"
                .parse()
                .unwrap();
        prettyplease::unparse(&syn::parse2(function).unwrap())
    };
    let added = whole.lines().count() - bare.lines().count();
    println!("{whole}");
    println!("{added} lines beyond the function, for two arguments");
    assert!(
        whole.starts_with(&bare),
        "the function comes first, as it was:\n{whole}"
    );
    assert!(added <= 47, "{added} lines:\n{whole}");
}

/// The compiler reports a failing bound at each occurrence. So the expansion must contain a rule only once.
#[test]
fn a_rule_occurs_once() {
    let item = "/// Searches.\nfn search(#[arg(range(1..=5))] text: String) {}";
    let whole = expanded(TOOL, "", item);
    assert_eq!(whole.matches("::range(").count(), 1, "{whole}");
}

/// Covers builds without the feature `regex`. With the feature, `tests/ui` covers mistakes in patterns.
#[cfg(not(feature = "regex"))]
#[test]
fn a_pattern_needs_its_feature() {
    let item = "/// Searches.\nasync fn search(#[arg(pattern(\"^a\"))] text: String) {}";
    let whole = expanded(TOOL, "", item);
    assert!(
        whole.contains("`pattern` needs the feature `regex`"),
        "{whole}"
    );
    assert!(whole.contains("to the `features` of"), "{whole}");
}

#[cfg(not(feature = "request-state"))]
#[test]
fn a_sealed_state_needs_its_feature() {
    let item = "/// Asks.\nasync fn ask(#[context] cx: &ToolContext) {}";
    let whole = expanded(TOOL, "request_state", item);
    assert!(
        whole.contains("`request_state` needs the feature `request-state`"),
        "{whole}"
    );
    assert!(whole.contains("to the `features` of"), "{whole}");
    let whole = expanded(TOOL, "request_state = false", item);
    assert!(!whole.contains("needs the feature"), "{whole}");
}

/// The recorded cases. Each has a file name, the macro, the macro's options and the item.
const SHAPES: &[(&str, Macro, &str, &str)] = &[
    ("without_arguments", TOOL, "", "/// Beeps.\nfn beep() {}"),
    (
        "arguments",
        TOOL,
        "",
        "/// Finds files.
        async fn find(
            /// Where to look
            #[arg(default = \"/srv\")] folder: &Path,
            #[arg(rename = \"type\", description = KIND)] kind: Option<Kind>,
            #[arg(default)] deep: bool,
            names: &[String],
        ) -> Vec<File> {}",
    ),
    (
        "arguments_with_garde",
        TOOL_WITH_GARDE,
        "",
        "/// Books a room.
        async fn book(#[arg(range(1..=8))] guests: u8, name: &str, #[arg(flatten)] room: Room) {}",
    ),
    (
        "state_and_context",
        TOOL,
        "",
        "/// Counts.
        async fn count(#[state] db: &Db, #[context] cx: &ToolContext, table: String, #[state] log: &Log<'_>) -> u64 {}",
    ),
    (
        "principal",
        TOOL,
        "",
        "/// Counts the orders of the user.
        async fn count_orders(
            #[principal] user: &Principal,
            /// Words in their descriptions
            #[arg(default = Some(\"May\"))] words: Option<&str>,
            #[arg(flatten)] Page { limit, cursor }: Page,
        ) -> u64 {}",
    ),
    (
        "rules",
        TOOL,
        "",
        "/// Books a room.
        async fn book(
            #[arg(range(1..=8), example = 2)] guests: u8,
            #[arg(length(..64), sensitive)] name: &str,
            #[arg(header = \"Region\")] region: String,
            #[arg(schema = describe_room)] room: Room,
        ) {}",
    ),
    (
        "flattened",
        TOOL,
        "",
        "/// Lists.
        async fn list(#[arg(flatten)] page: Page, filter: Filter) -> Vec<Item> {}",
    ),
    (
        "metadata",
        TOOL,
        "name = NAME, title = \"Report\", destructive = false, icon = \"https://a.example/i.png\",
         icon(src = ICON, mime_type = \"image/png\", sizes = [\"48x48\"], theme = \"dark\"),
         meta(\"com.example/owner\" = \"ops\", cost = 3), timeout = \"30s\", wrap = \"items\", allow_unknown",
        "/// Reports.
        async fn report() -> Vec<Line> {}",
    ),
    (
        "text_only",
        TOOL,
        "output = false, companion = Dump",
        "/// Dumps.
        pub(crate) fn dump() -> Row {}",
    ),
    (
        "blocking",
        TOOL,
        "blocking",
        "/// Reads a file.
        fn read(#[state] disk: &Disk, name: &str) -> io::Result<String> {}",
    ),
    #[cfg(feature = "request-state")]
    (
        "sealed_state",
        TOOL,
        "request_state",
        "/// Asks.
        async fn ask(#[context] cx: &ToolContext) -> bool {}",
    ),
    (
        "methods",
        TOOLS,
        "prefix = \"notes_\", open_world = false",
        "impl Notes {
            const LIMIT: usize = 10;

            /// Keeps a note.
            #[mcp_tool(destructive = false)]
            async fn keep(&self, #[arg(default = Self::LIMIT)] limit: usize) -> Result<Self, Error> {}

            /// Exists only under a condition.
            #[cfg(feature = \"times\")]
            #[mcp_tool(title = Self::TITLE)]
            fn times(#[state] clock: &Clock) {}

            fn other(&self) {}
        }",
    ),
    (
        "methods_of_a_generic_type",
        TOOLS,
        "companion = AdminTools",
        "impl<'a, D: Database, const N: usize> Server<'a, D, N> where D::Key: DeserializeOwned {
            /// Gets a row.
            #[mcp_tool]
            async fn get(&self, key: D::Key) -> Option<String> {}
        }",
    ),
    #[cfg(feature = "inventory")]
    (
        "registered",
        TOOL,
        "register = crate::SEARCH",
        "/// Searches.
        fn search() {}",
    ),
    #[cfg(feature = "inventory")]
    (
        "registered_methods",
        TOOLS,
        "register = SEARCH",
        "impl Archive {
            /// Searches.
            #[mcp_tool]
            fn search(&self) {}
        }",
    ),
    (
        "output",
        TOOL,
        "output = Report",
        "/// Reports.
        async fn report() -> Result<CallToolResult, Error> {}",
    ),
    (
        "conditional_doc_comment",
        TOOL,
        "",
        "/// Reports.
        #[cfg_attr(feature = \"mail\", doc = \"Sends the report by mail, too.\")]
        fn report() {}",
    ),
    (
        "stand_in",
        TOOL,
        "readonly",
        "/// Reports.
        pub fn report() {}",
    ),
    (
        "list",
        LIST,
        "",
        "search, #[cfg(feature = \"mail\")] mail::send, Archive",
    ),
    ("list_with_a_generic_type", LIST, "", "search, Server<u8>"),
    (
        "state",
        STATE,
        "",
        "struct App<T> {
            database: Database<T>,
            #[state(deref)]
            mail: Arc<dyn Mail>,
            #[state(skip)]
            started: Instant,
        }",
    ),
    (
        "error",
        ERROR,
        "",
        "enum NoteError {
            #[tool_error(\"there is no note {0}\", suggest = \"list the notes\")]
            Missing(u32),
            #[tool_error(\"note {name} is too long\")]
            TooLong { name: String },
            #[error(transparent)]
            #[tool_error(suggest = \"correct {0}\")]
            Format(#[from] FormatError),
            #[tool_error(private)]
            Database(#[from] sqlx::Error),
        }",
    ),
    (
        "form",
        FORM,
        "",
        "#[serde(rename_all = \"camelCase\")]
        struct Booking {
            guests: u8,
            place: Option<Place>,
            avoid: Vec<Food>,
            #[elicit(foreign)]
            day: NaiveDate,
            #[schemars(with = \"String\")]
            time: Time,
            #[serde(skip)]
            seen: Instant,
            #[elicit(allow(secret_field))]
            pin: u16,
            token: String,
        }",
    ),
    (
        "form_read_from_another",
        FORM,
        "",
        "#[elicit(crate = crate::mcp)]
        #[serde(try_from = \"Days\")]
        struct Stay { nights: u8 }",
    ),
    ("field_of_a_form", FORM, "", "struct Email(String);"),
    (
        "choice_of_a_form",
        FORM,
        "",
        "enum Place {
            /// By the window
            Window,
            Garden,
        }",
    ),
];

#[test]
fn expansions_equal_their_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("expansions");
    let update = std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|set| set == "1");
    let mut changed = Vec::new();
    for (name, expand, options, item) in SHAPES {
        let file = folder.join(format!("{name}.rs.txt"));
        let now = expanded(*expand, options, item);
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &now).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != now {
            changed.push(format!("{}:\n{now}", file.display()));
        }
    }
    assert!(
        changed.is_empty(),
        "what tools become has changed; `just snapshots` records it\n{}",
        changed.join("\n")
    );
}
