// Every key of `#[derive(ToolError)]` and `#[derive(HasState)]`, on every shape of a type.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description

use std::fmt::{self, Debug, Display};
use std::sync::{Arc, LazyLock};

use mcp_tool_runtime::{HasState, IntoToolError, ToolError, ToolRegistry, mcp_tool, tools};

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
        .tools(tools![ask_tuple, never, by_hand])
        .build()
        .unwrap();
}
