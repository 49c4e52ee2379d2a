// Every key of `#[derive(ToolError)]`, `#[derive(HasState)]` and `#[derive(ElicitForm)]`, on every
// shape of a type.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description
#![allow(dead_code)] // fields of forms

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::fmt::{self, Debug, Display};
use std::sync::{Arc, LazyLock};

use mcp_tool_runtime::{
    ElicitForm, HasState, IntoToolError, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, thiserror::Error, ToolError)]
enum Each {
    #[error("plain")]
    Plain,
    #[error("plain {0}")]
    PlainTuple(u8),
    #[error("plain {id}")]
    PlainStruct { id: u8 },
    #[error("text")]
    #[tool_error(
        "{0:?} and {1:>3}, {{braces}}",
        suggest = "not {1}",
        suggest = "nor this"
    )]
    Text(&'static str, u8),
    #[error("raw")]
    #[tool_error(r#""{type}""#)]
    #[tool_error(retry_after = "250 ms")]
    Raw { r#type: u8, _unused: u8 },
    #[error("private")]
    #[tool_error(private, suggest = "{0}", retry_after = "2h")]
    Private(u8),
    #[error("public")]
    #[tool_error(public)]
    #[cfg(any())]
    Absent,
    #[error(transparent)]
    #[tool_error(transparent)]
    Tuple(Whole),
    #[error(transparent)]
    #[tool_error(transparent)]
    Struct { inner: Box<Hidden> },
}

#[derive(Debug, thiserror::Error, ToolError)]
#[error("whole")]
#[tool_error("{0}", crate = ::mcp_tool_runtime, retry_after = "1m",)]
struct Whole(u8);

#[derive(Debug, thiserror::Error, ToolError)]
#[tool_error(private)]
enum Hidden {
    #[error("hidden")]
    Silent,
    #[error("public")]
    #[tool_error(public)]
    Public,
    #[error("text")]
    #[tool_error("text")]
    Text,
    #[error("keyword")]
    #[tool_error("{{{type:?}}}", suggest = "{type}")]
    Keyword { r#type: u8 },
}

#[derive(Debug, ToolError)]
struct Generic<T, const N: usize>([T; N])
where
    T: Debug + Display + Send + Sync + 'static;

impl<T: Debug + Display + Send + Sync + 'static, const N: usize> Display for Generic<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])
    }
}

impl<T: Debug + Display + Send + Sync + 'static, const N: usize> std::error::Error
    for Generic<T, N>
{
}

#[derive(Debug, thiserror::Error, ToolError)]
enum Never {}

trait Clock: Send + Sync + 'static {}

struct Fixed;
impl Clock for Fixed {}

struct Database;
struct Cache;

#[derive(HasState)]
#[state(crate = ::mcp_tool_runtime)]
struct App<C: Clock, const N: usize> {
    clock: C,
    #[state(deref)]
    database: Arc<Database>,
    cache: Cache,
    #[state(deref)]
    any: Box<dyn Clock>,
    #[state(deref)]
    lazy: LazyLock<u8>,
    #[state(deref)]
    lent: &'static str,
    numbers: [u8; N],
    tuple: (u8, u8),
    function: fn(u8) -> u8,
    #[state(skip)]
    _other_cache: Cache,
    #[state(skip = true, deref = false)]
    _third_cache: Cache,
}

#[derive(HasState)]
struct Tuple(Database, #[state(deref)] Box<Cache>);

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[elicit(crate = ::mcp_tool_runtime,)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[derive(Default)]
struct Form {
    r#type: String,
    #[serde(rename(deserialize = "other"), alias = "another")]
    cow: Option<Cow<'static, str>>,
    shared: Arc<str>,
    boxed: Box<Option<u8>>,
    twice: Option<Option<u8>>,
    size: Size,
    optional: Option<Size>,
    sizes: Vec<Size>,
    optional_sizes: Option<Vec<Size>>,
    ordered: BTreeSet<Size>,
    hashed: Option<HashSet<Size>>,
    email: Email,
    emails: Option<Email>,
    nested: Option<Nested>,
    #[elicit(foreign)]
    day: chrono::NaiveDate,
    #[elicit(foreign = true, allow(secret_field))]
    token: Option<uuid::Uuid>,
    #[elicit(foreign = false)]
    plain: u8,
    #[schemars(with = "String")]
    described: Place,
    #[schemars(schema_with = "of_text")]
    by_hand: Place,
    #[serde(with = "City")]
    city: Place,
    #[serde(skip)]
    skipped: Place,
    #[cfg(any())]
    absent: Place,
}

fn of_text(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<String>()
}

/// Names the city of a place.
#[derive(JsonSchema)]
struct City(#[allow(dead_code)] String);

impl City {
    fn serialize<S: serde::Serializer>(place: &Place, out: S) -> Result<S::Ok, S::Error> {
        place._city.serialize(out)
    }

    fn deserialize<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Place, D::Error> {
        String::deserialize(text).map(|_city| Place { _city })
    }
}

#[derive(Default, Deserialize, JsonSchema)]
struct Place {
    _city: String,
}

#[derive(
    ElicitForm,
    Deserialize,
    Serialize,
    JsonSchema,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[serde(rename_all = "kebab-case")]
enum Size {
    /// Enough for one
    #[default]
    Small,
    #[serde(rename = "XL", alias = "xl")]
    ExtraLarge = 7,
    #[serde(other)]
    Other,
}

#[derive(Default, ElicitForm, Deserialize, JsonSchema)]
#[schemars(extend("format" = "email"))]
struct Email(#[schemars(length(min = 3))] String);

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[serde(transparent)]
struct Nested(Email);

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[serde(try_from = "String")]
struct Port(#[allow(dead_code)] Place);

impl TryFrom<String> for Port {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Err(text)
    }
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[serde(from = "Empty")]
struct Converted {
    _port: Place,
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
struct Empty {}

impl From<Empty> for Converted {
    fn from(Empty {}: Empty) -> Self {
        Converted {
            _port: Place::default(),
        }
    }
}

mod secrets {
    #![deny(deprecated)]

    use super::{Deserialize, ElicitForm, JsonSchema};

    #[derive(ElicitForm, Deserialize, JsonSchema)]
    #[allow(dead_code)]
    pub(crate) struct NoSecrets {
        page_token: String,
        has_token: bool,
        pin: Option<bool>,
        #[serde(rename = "word")]
        password: String,
        #[elicit(allow(secret_field))]
        api_key: String,
    }
}

/// Asks the user.
#[mcp_tool]
async fn elicit(#[context] cx: &ToolContext) -> bool {
    let form = cx.elicit::<Form>("form", "?").await.accepted();
    let _ = form.map(|it| (it.r#type, it.cow, it.shared, it.boxed, it.twice, it.size));
    let converted = cx.elicit::<Converted>("converted", "?").await;
    let secrets = cx.elicit::<secrets::NoSecrets>("secrets", "?").await;
    let empty = cx.elicit::<Empty>("empty", "?");
    empty.await.accepted().is_some()
        && converted.accepted().is_some()
        && secrets.accepted().is_some()
}

/// Asks for everything.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn ask(
    #[state] _clock: &Fixed,
    #[state] _database: &Database,
    #[state] _cache: &Cache,
    #[state] _any: &dyn Clock,
    #[state] _lazy: &u8,
    #[state] _lent: &str,
    #[state] _numbers: &[u8; 2],
    #[state] _tuple: &(u8, u8),
    #[state] _function: &fn(u8) -> u8,
    which: u8,
) -> Result<u8, Each> {
    Err(match which {
        0 => Each::Plain,
        1 => Each::PlainTuple(1),
        2 => Each::PlainStruct { id: 1 },
        3 => Each::Text("a", 1),
        4 => Each::Raw {
            r#type: 1,
            _unused: 2,
        },
        5 => Each::Private(1),
        6 => Each::Tuple(Whole(1)),
        7 => Each::Struct {
            inner: Box::new(Hidden::Silent),
        },
        8 => Each::Struct {
            inner: Box::new(Hidden::Public),
        },
        9 => Each::Struct {
            inner: Box::new(Hidden::Text),
        },
        _ => return Ok(which),
    })
}

/// Asks for parts of a tuple.
#[mcp_tool]
fn ask_tuple(#[state] _database: &Database, #[state] _cache: &Cache) -> Result<(), Generic<u8, 1>> {
    Err(Generic([1]))
}

/// Never fails.
#[mcp_tool]
fn never() -> Result<(), Never> {
    Ok(())
}

/// Fails by hand.
#[mcp_tool]
fn by_hand() -> Result<(), ToolError> {
    let whole: Result<(), Whole> = Err(Whole(1));
    whole.map_err(IntoToolError::into_tool_error)
}

pub(crate) fn main() {
    let app = App {
        clock: Fixed,
        database: Arc::new(Database),
        cache: Cache,
        any: Box::new(Fixed),
        lazy: LazyLock::new(|| 1),
        lent: "lent",
        numbers: [1, 2],
        tuple: (1, 2),
        function: |number| number,
        _other_cache: Cache,
        _third_cache: Cache,
    };
    ToolRegistry::builder(app)
        .tools(tools![ask])
        .build()
        .unwrap();
    ToolRegistry::builder(Tuple(Database, Box::new(Cache)))
        .tools(tools![ask_tuple, never, by_hand, elicit])
        .build()
        .unwrap();
}
