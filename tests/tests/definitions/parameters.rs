//! Definitions of arguments, such as optional, borrowed and renamed ones.

use super::*;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Celsius,
    Fahrenheit,
}

/// A place on Earth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Place {
    /// Degrees north
    lat: f64,
    /// Degrees east
    lon: f64,
    /// Metres above the sea
    altitude: Option<f64>,
}

/// A type with only the traits that a parameter needs. It does not implement `Clone` or `Serialize`.
#[derive(Deserialize, JsonSchema)]
struct Query {
    words: Vec<String>,
}

pub(super) mod declared {
    use super::*;

    type Maybe<T> = Option<T>;

    const DEFAULT_DAYS: u8 = 3;

    struct Limits;

    impl Limits {
        const PAGE: u32 = 50;
    }

    fn standard_tags() -> Vec<String> {
        vec!["news".to_owned(), "weather".to_owned()]
    }

    /// Has required arguments of all kinds.
    #[mcp_tool]
    pub fn required(
        /// A text
        text: String,
        /// A small number
        small: u8,
        /// A large number
        large: i64,
        /// Any number
        number: f64,
        /// Yes or no
        flag: bool,
        /// One of few
        unit: Unit,
        /// An object
        place: Place,
        /// Several
        places: Vec<Place>,
        /// Named numbers
        by_name: HashMap<String, u16>,
        /// Anything
        anything: Value,
        /// A single letter
        letter: char,
        /// Two small numbers
        pair: [u8; 2],
        undocumented: u32,
    ) {
        let _ = (text, small, large, number, flag, unit, place, places);
        let _ = (by_name, anything, letter, pair, undocumented);
    }

    /// Has optional arguments in all spellings.
    #[mcp_tool]
    #[allow(unused_qualifications)]
    pub fn optional(
        /// An option
        plain: Option<String>,
        /// An option under another name
        alias: Maybe<u8>,
        /// An option by its path
        path: std::option::Option<bool>,
        /// An option inside an option
        twice: Option<Option<i32>>,
        /// An option inside a box
        boxed: Box<Option<f64>>,
        /// An optional choice
        unit: Option<Unit>,
        /// An optional object
        place: Option<Place>,
        /// An optional list of optional numbers
        list: Option<Vec<Option<u8>>>,
        /// An optional value of any type
        anything: Option<Value>,
    ) {
        let _ = (
            plain, alias, path, twice, boxed, unit, place, list, anything,
        );
    }

    /// Has arguments with defaults.
    #[mcp_tool]
    pub fn defaults(
        /// A number
        #[arg(default = 7)]
        number: u8,
        /// A negative number
        #[arg(default = -1)]
        negative: i32,
        /// A fraction
        #[arg(default = 0.5)]
        fraction: f64,
        /// Yes or no
        #[arg(default = true)]
        flag: bool,
        /// An owned text
        #[arg(default = "Oslo")]
        owned: String,
        /// A borrowed text
        #[arg(default = "Oslo")]
        borrowed: &str,
        /// An owned or borrowed text
        #[arg(default = "Oslo")]
        either: Cow<'_, str>,
        /// A file
        #[arg(default = "/tmp")]
        file: PathBuf,
        /// A number from a constant
        #[arg(default = DEFAULT_DAYS)]
        days: u8,
        /// A number from an associated constant
        #[arg(default = Limits::PAGE)]
        page: u32,
        /// A list
        #[arg(default = vec![1, 2, 3])]
        list: Vec<u8>,
        /// A list from a function
        #[arg(default = standard_tags())]
        tags: Vec<String>,
        /// A borrowed list
        #[arg(default = &[1, 2])]
        slice: &[u8],
        /// One of few
        #[arg(default = Unit::Fahrenheit)]
        unit: Unit,
        /// An object
        #[arg(default = Place { lat: 59.9, lon: 10.75, altitude: None })]
        place: Place,
        /// An option that has a default
        #[arg(default = Some(5))]
        option: Option<u8>,
        /// The default of a number
        #[arg(default)]
        bare_number: u16,
        /// The default of a text
        #[arg(default)]
        bare_text: String,
        /// The default of a list
        #[arg(default)]
        bare_list: Vec<u8>,
        /// The default of a choice
        #[arg(default)]
        bare_unit: Unit,
    ) {
        let _ = (
            number, negative, fraction, flag, owned, borrowed, either, file,
        );
        let _ = (days, page, list, tags, slice, unit, place, option);
        let _ = (bare_number, bare_text, bare_list, bare_unit);
    }

    /// Borrows its arguments.
    #[mcp_tool]
    pub async fn references(
        /// A text
        text: &str,
        /// Texts
        texts: &[String],
        /// A file
        file: &Path,
        /// A number
        number: &u64,
        /// An object that cannot be cloned
        query: &Query,
        /// An optional object
        place: &Option<Place>,
        /// An owned or borrowed text
        either: Cow<'_, str>,
    ) {
        let _ = (text, texts, file, number, &query.words, place, either);
    }

    /// Names its lifetimes.
    #[mcp_tool]
    pub async fn lifetimes<'text, 'rest: 'text>(
        /// A text
        text: &'text str,
        /// More texts
        rest: &'rest [String],
        /// An owned or borrowed text
        either: Cow<'text, str>,
    ) -> &'text str {
        let _ = either;
        rest.first().map_or(text, |first| first)
    }

    /// Has arguments with unusual names.
    #[mcp_tool]
    #[allow(non_snake_case)]
    pub fn names(
        /// A keyword
        r#type: String,
        /// Another name on the wire
        #[arg(rename = "dry-run")]
        dry_run: bool,
        /// A keyword on the wire
        #[arg(rename = "for")]
        target: String,
        /// Not snake case
        camelCase: u8,
        /// A name that begins with an underscore
        _ignored: u8,
        /// A mutable binding
        mut counter: u32,
        /// A name that the generated code uses, too
        arguments: u8,
        /// Another of those
        state: u8,
    ) {
        counter += 1;
        let _ = (
            r#type, dry_run, target, camelCase, counter, arguments, state,
        );
    }

    const ABOUT: &str = "From a constant.";

    /// Describes its arguments in every way.
    #[mcp_tool]
    pub fn descriptions(
        /// First line.
        ///
        /// Second paragraph.
        paragraphs: u8,
        #[doc = concat!("Put", " together.")] concatenated: u8,
        /// For the reader of the source.
        #[arg(description = ABOUT)]
        constant: u8,
        #[arg(description = "In the attribute.")] literal: u8,
        /// The description of the parameter takes precedence over the type's description.
        place: Place,
        of_the_type: Place,
    ) {
        let _ = (
            paragraphs,
            concatenated,
            constant,
            literal,
            place,
            of_the_type,
        );
    }

    pub struct Database;

    pub struct App(pub Database);

    impl HasState<Database> for App {
        fn state(&self) -> &Database {
            &self.0
        }
    }

    /// Borrows state and context.
    #[mcp_tool]
    pub async fn injected(
        #[state] app: &App,
        /// The only argument
        key: &str,
        #[context] cx: &ToolContext,
        #[state] database: &Database,
    ) {
        let _ = (&app.0, key, cx.protocol_version(), database);
    }

    pub fn registry() -> ToolRegistry<App> {
        ToolRegistry::builder(App(Database))
            .tools(tools![
                required,
                optional,
                defaults,
                references,
                lifetimes,
                names,
                descriptions,
                injected,
            ])
            .build()
            .unwrap()
    }
}

#[test]
fn definitions_of_arguments() {
    check("parameters", &declared::registry());
}
