//! Tools that are made at run time: `Tool::builder`.

use std::future::{Future, ready};
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::list::{Kind, Tool};
use super::value_tool::{ValueSchema, ValueTool};
use crate::arguments::{Arguments, DescribeArgument, Faults, Param, ReadArgument, Row, row};
use crate::call::{Handler, Reply};
use crate::return_type::{ContentAndData, DescribeOutput, Outcome};
use crate::schema::{ManualSchema, SchemaValue};
use crate::{
    CallToolResult, ContentBlock, Icon, SchemaProfile, ToolAnnotations, ToolContext,
    ToolDefinition, ToolError, WithContent, WithText,
};

/// Makes a tool at run time: for closures, for proxies of other servers, for tools that are read
/// from a configuration.
///
/// It goes into the same registry as declared tools, and [`build`] checks it as it checks them.
/// Schemas that are given as JSON are published untouched. Those of types, and those that
/// `schemars::schema_for!` makes, pass the [`SchemaProfile`].
///
/// ```
/// use mcp_tool_runtime::{CallToolRequest, Tool, ToolAnnotations, ToolContext, ToolError, ToolRegistry};
/// use serde_json::{Value, json};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let greeting = String::from("Hello");
/// let greet = Tool::builder("greet")
///     .description("Greets somebody by name.")
///     .annotations(ToolAnnotations::default().read_only(true))
///     .input_schema(json!({
///         "type": "object",
///         "properties": { "name": { "type": "string", "description": "Whom to greet" } },
///         "required": ["name"],
///         "additionalProperties": false,
///     }))
///     .handler(move |arguments, _context| {
///         let greeting = greeting.clone();
///         async move {
///             match arguments["name"].as_str() {
///                 Some(name) => Ok(format!("{greeting}, {name}!")),
///                 None => Err(ToolError::new("`name` must be a string")),
///             }
///         }
///     });
///
/// let registry = ToolRegistry::builder(()).tools([greet]).build()?;
/// let request = CallToolRequest::new("greet").with_arguments(json!({ "name": "Ada" }));
/// let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
/// assert_eq!(result.content[0].as_text(), Some("Hello, Ada!"));
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// ```
///
/// With [`input`](Self::input), a type says what the arguments are, and they come decoded.
///
/// [`build`]: crate::ToolRegistryBuilder::build
#[must_use = "a tool comes from `handler`"]
pub struct ToolBuilder<A = Map<String, Value>>(ValueTool<Read<A>>);

/// Reads the arguments of a call, or returns their faults.
type Read<A> = fn(Arguments<'_>) -> Result<A, Faults>;

impl Tool<()> {
    /// Starts a tool of this name, 1 to 128 characters of `A-Za-z0-9_.-`. It has no arguments
    /// unless it is given a schema or a type of them.
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder(ValueTool {
            definition: ToolDefinition::new(name.into()),
            input: ValueSchema::Given(SchemaValue::Handwritten(serde_json::json!({
                "type": "object",
                // Some clients want the member even where nothing is in it.
                "properties": {},
                "additionalProperties": false,
            }))),
            output: None,
            is_structured: false,
            timeout: None,
            request_state: false,
            schema_profile: None,
            handler: |arguments| arguments.into_map(),
        })
    }
}

impl<A> ToolBuilder<A> {
    /// Sets the title, which clients show to people. As with the description, one that is empty, a
    /// placeholder or has unseen characters in it cannot be built.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.0.definition.title = Some(title.into());
        self
    }

    /// Sets the description, by which a model chooses the tool. It is required.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.0.definition.description = Some(description.into());
        self
    }

    /// Sets the hints.
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.0.definition.annotations = Some(annotations).filter(|hints| !hints.is_empty());
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.0.definition.icons.push(icon);
        self
    }

    /// Adds an entry of `_meta`.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let meta = self.0.definition.meta.get_or_insert_default();
        meta.insert(key.into(), value.into());
        self
    }

    /// Adds scopes that a caller needs, all of them. Default: none.
    ///
    /// Each is a scope of OAuth 2.0: visible ASCII characters without `"` and `\`. Any other does not
    /// [build](crate::ToolRegistryBuilder::build). See [`scopes`](macro@crate::mcp_tool#scopes) of
    /// `#[mcp_tool]`.
    pub fn scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        let scopes = scopes.into_iter().map(Into::into);
        self.0.definition.scopes.extend(scopes);
        self
    }

    /// Limits how long a call may take. The registry needs a
    /// [timer](crate::ToolRegistryBuilder::timer) then.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.0.timeout = Some(limit);
        self
    }

    /// Has the answers of earlier rounds come back sealed, as `#[mcp_tool(request_state)]` does. The
    /// registry needs a `request_state_key` then.
    #[cfg(feature = "request-state")]
    #[cfg_attr(docsrs, doc(cfg(feature = "request-state")))]
    pub fn request_state(mut self) -> Self {
        self.0.request_state = true;
        self
    }

    /// Sets what becomes of the schema that a [type of the arguments](Self::input) has; that of the
    /// [registry](crate::ToolRegistryBuilder::schema_profile) unless this is called.
    pub fn schema_profile(mut self, profile: SchemaProfile) -> Self {
        self.0.schema_profile = Some(profile);
        self
    }

    /// Sets the schema of the structured content, which the handler must follow.
    ///
    /// JSON is published untouched. A `Schema` of schemars, as from `schema_for!`, passes the
    /// [`SchemaProfile`], and answers are held against it as with [`output`](Self::output), which takes the
    /// type itself.
    ///
    /// [`build`](crate::ToolRegistryBuilder::build) rejects a schema if the handler answers with
    /// text or content blocks alone. A [`CallToolResult`] without structured content becomes an
    /// error. Errors have no structured content.
    pub fn output_schema(mut self, schema: impl ManualSchema) -> Self {
        self.0.output = Some(ValueSchema::Given(schema.into_schema_value()));
        self
    }

    /// Sets the type that the structured content is a value of, and publishes its schema.
    ///
    /// Each answer is held against the schema: one without structured content, or with a value that
    /// does not fit, becomes an error, and the log has the reason. If no text block holds the
    /// JSON of the structured content, one is added.
    ///
    /// ```
    /// use mcp_tool_runtime::{Tool, WithText};
    ///
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Tide {
    ///     /// Metres above chart datum
    ///     height: f64,
    /// }
    ///
    /// let tide: Tool<()> = Tool::builder("tide")
    ///     .description("Tells the height of the tide.")
    ///     .output::<Tide>()
    ///     .handler(|_arguments, _context| async {
    ///         WithText::new("High water: mind the steps.", Tide { height: 4.5 })
    ///     });
    /// # assert_eq!(tide.name(), "tide");
    /// ```
    pub fn output<T: DescribeOutput>(mut self) -> Self {
        self.0.output = Some(ValueSchema::OfType(T::SCHEMA));
        self
    }

    /// Makes the tool.
    ///
    /// The handler is given the arguments and a context of its own, and answers with a text, with
    /// content blocks, with JSON, or with a [`CallToolResult`]; or with a `Result` of one of them
    /// and [`ToolError`](struct@crate::ToolError), or a type with its derive. Any `HandlerAnswer`
    /// will do. The handler captures everything else that it needs. The registry's state is for
    /// declared tools.
    pub fn handler<S, F, Fut>(self, handler: F) -> Tool<S>
    where
        A: 'static,
        F: Fn(A, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerAnswer> + Send + 'static,
    {
        let mut tool = self.0.with_handler(|read| -> Arc<dyn Handler> {
            Arc::new(ValueCall {
                read,
                run: move |arguments, context| {
                    let answer = handler(arguments, context);
                    async move { answer.await.into_outcome() }
                },
            })
        });
        tool.is_structured = <Fut::Output as HandlerAnswer>::IS_STRUCTURED;
        Tool(Kind::Value(Box::new(tool)))
    }

    /// Returns the builder of a tool whose whole input is of the type `I`.
    fn with_input<I>(mut self, rows: &'static [Row], read: Read<I>) -> ToolBuilder<I> {
        self.0.input = ValueSchema::OfType(rows);
        ToolBuilder(self.0.with_handler(|_| read))
    }
}

impl ToolBuilder {
    /// Sets the schema of the arguments, written by hand: JSON Schema 2020-12 whose root is an
    /// object. It is published untouched, with its members in order, so that a list has the same
    /// bytes each time. A `$schema` in it may name that dialect or draft-07; any other is an error
    /// of [`build`](crate::ToolRegistryBuilder::build), and so is a keyword that means nothing in
    /// the dialect, such as `dependencies` in 2020-12.
    ///
    /// A call that lacks a required argument, or has one that a closed schema does not know, is
    /// refused before the handler sees it. Everything else in the schema is its author's claim, and the
    /// handler's to check.
    ///
    /// A `Schema` of schemars, as from `schema_for!`, passes the [`SchemaProfile`] before it is published.
    pub fn input_schema(mut self, schema: impl ManualSchema) -> Self {
        self.0.input = ValueSchema::Given(schema.into_schema_value());
        self
    }

    /// Takes the schema of the arguments from a type; the handler is given a value of it.
    ///
    /// A call that breaks a rule of that schema, such as the `minimum` of a
    /// `#[schemars(range(min = 1))]`, is refused. With the feature `garde`, `validated_input` also
    /// checks the rules that no schema can say.
    ///
    /// ```
    /// use mcp_tool_runtime::Tool;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Sum {
    ///     /// The numbers to add
    ///     numbers: Vec<i64>,
    /// }
    ///
    /// let sum: Tool<()> = Tool::builder("sum")
    ///     .description("Adds numbers.")
    ///     .input::<Sum>()
    ///     .handler(|sum, _context| async move { sum.numbers.iter().sum::<i64>().to_string() });
    /// # assert_eq!(sum.name(), "sum");
    /// ```
    pub fn input<A: ReadArgument + DescribeArgument + 'static>(self) -> ToolBuilder<A> {
        self.with_input(TypedInput::<A>::ROWS, TypedInput::<A>::read)
    }
}

#[cfg(feature = "garde")]
impl ToolBuilder {
    /// As [`input`](Self::input), for a type whose values `garde` validates, also by rules that no
    /// schema can say, such as `custom`: a call with a value that is not valid is refused before the
    /// handler sees it.
    ///
    /// A declared tool finds the derive by itself. A tool by value needs this method.
    ///
    /// ```
    /// use mcp_tool_runtime::Tool;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema, garde::Validate)]
    /// struct Guest {
    ///     /// Age in years
    ///     #[garde(range(min = 18))]
    ///     age: u8,
    /// }
    ///
    /// let admit: Tool<()> = Tool::builder("admit")
    ///     .description("Lets a guest in.")
    ///     .validated_input::<Guest>()
    ///     .handler(|guest, _context| async move { format!("a guest of {}", guest.age) });
    /// # assert_eq!(admit.name(), "admit");
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "garde")))]
    pub fn validated_input<A>(self) -> ToolBuilder<A>
    where
        A: ReadArgument + DescribeArgument + garde::Validate<Context: Default> + 'static,
    {
        self.with_input(ValidatedInput::<A>::ROWS, ValidatedInput::<A>::read)
    }
}

/// The whole input of a tool, as one flattened parameter.
trait WholeInput<A: 'static>: 'static {
    const PARAM: Param<A>;
    const ROWS: &'static [Row];

    fn read(mut arguments: Arguments<'_>) -> Result<A, Faults> {
        let input = arguments.owned();
        input.ok_or_else(|| arguments.into_faults())
    }
}

/// A type that is the whole input of a tool.
struct TypedInput<A>(PhantomData<A>);

impl<A: ReadArgument + DescribeArgument + 'static> WholeInput<A> for TypedInput<A> {
    const PARAM: Param<A> = Param::of();
    const ROWS: &'static [Row] = &[row("", &Self::PARAM).flatten()];
}

/// A type that is the whole input of a tool, and whose values are validated.
#[cfg(feature = "garde")]
struct ValidatedInput<A>(PhantomData<A>);

#[cfg(feature = "garde")]
impl<A> WholeInput<A> for ValidatedInput<A>
where
    A: ReadArgument + DescribeArgument + garde::Validate<Context: Default> + 'static,
{
    const PARAM: Param<A> = Param::of().validated(crate::arguments::Validation::<A>::VALIDATE);
    const ROWS: &'static [Row] = &[row("input", &Self::PARAM).flatten()];
}

impl<A> std::fmt::Debug for ToolBuilder<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ToolBuilder")
            .field(&self.0.definition.name)
            .finish()
    }
}

struct ValueCall<A, F> {
    read: Read<A>,
    run: F,
}

impl<A, F, Fut> Handler for ValueCall<A, F>
where
    F: Fn(A, ToolContext) -> Fut + Send + Sync,
    Fut: Future<Output = Outcome> + Send + 'static,
{
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a> {
        match (self.read)(arguments) {
            Ok(arguments) => Box::pin((self.run)(arguments, context.clone())),
            Err(faults) => Box::pin(ready(Outcome::refused(faults))),
        }
    }
}

/// An answer of the handler of a tool by value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool's handler",
    label = "is not a text, content or JSON",
    note = "answer with `String`, `serde_json::Value`, content blocks or `CallToolResult`, or with a `Result` of one of them; \
            `CallToolResult::structured(&value)` makes one of any value that serde can write"
)]
pub trait HandlerAnswer {
    /// Whether there can be structured content.
    #[doc(hidden)]
    const IS_STRUCTURED: bool;

    #[doc(hidden)]
    fn into_outcome(self) -> Outcome;
}

macro_rules! answers {
    ($($answer:ty, $is_structured:literal: |$name:pat_param| $outcome:expr;)*) => {$(
        impl HandlerAnswer for $answer {
            const IS_STRUCTURED: bool = $is_structured;

            fn into_outcome(self) -> Outcome {
                let $name = self;
                $outcome
            }
        }
    )*};
}

answers! {
    // The text is not empty, because some clients drop an empty answer.
    (), false: |()| Outcome::answer(CallToolResult::text("ok"));
    String, false: |text| Outcome::answer(CallToolResult::text(text));
    &'static str, false: |text| Outcome::answer(CallToolResult::text(text));
    ContentBlock, false: |block| Outcome::answer(CallToolResult::new([block]));
    Vec<ContentBlock>, false: |blocks| Outcome::answer(CallToolResult::new(blocks));
    CallToolResult, true: |result| Outcome::answer(result);
    Value, true: |value| Outcome::structured(&value);
}

// Not one impl for all: rustc would explain neither this trait nor that of an error.
macro_rules! content_and_data {
    ($($answer:ident)*) => {$(
        impl<T: Serialize> HandlerAnswer for $answer<T> {
            const IS_STRUCTURED: bool = true;

            fn into_outcome(self) -> Outcome {
                let (content, data) = self.split();
                Outcome::structured(&data).with_content(content)
            }
        }
    )*};
}

content_and_data! { WithText WithContent }

impl<T: HandlerAnswer, E: Into<ToolError>> HandlerAnswer for Result<T, E> {
    const IS_STRUCTURED: bool = T::IS_STRUCTURED;

    fn into_outcome(self) -> Outcome {
        match self {
            Ok(answer) => answer.into_outcome(),
            Err(error) => Outcome::failure(error.into()),
        }
    }
}
