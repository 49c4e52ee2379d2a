//! `Tool::builder`: creates tools at run time.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_schema::manual::{ManualSchema, SchemaValue};
use serde_json::{Map, Value};

use super::bound_tool::{Source, ValueSchema, ValueTool};
use super::entry::ready;
use super::list::{Function, Tool};
use super::published_tool::publish;
#[cfg(feature = "garde")]
use crate::arguments::Validation;
use crate::arguments::{
    Arguments, DescribeArgument, Faults, Parameter, ReadArgument, Row, argument,
};
use crate::call::{Handler, Reply};
use crate::content::Icon;
use crate::context::ToolContext;
use crate::definition::{ToolAnnotations, ToolDefinition};
use crate::return_type::{
    DescribeOutput, HandlerError, HandlerResult, Outcome, WithOutput, WithoutOutput,
};

/// Builds a tool at run time, for example from a closure, from a configuration file, or as a proxy
/// for another server.
///
/// A registry can contain both such tools and tools with `#[mcp_tool]`. [`build`] checks both kinds. In a
/// schema that you write as JSON, the registry changes only the order of object members. It applies the
/// [`SchemaProfile`](crate::schema::SchemaProfile) to schemas that schemars generates, for a type or with `schemars::schema_for!`.
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
/// assert_eq!(result.content()[0].as_text(), Some("Hello, Ada!"));
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// ```
///
/// With [`input`](Self::input), a type defines the arguments, and the handler receives a decoded
/// value.
///
/// [`build`]: crate::registry::ToolRegistryBuilder::build
#[must_use = "a builder does nothing until you call `handler` or `blocking_handler`"]
pub struct ToolBuilder<A = Map<String, Value>, O = WithoutOutput> {
    tool: ValueTool,
    read: Read<A>,
    output: PhantomData<fn() -> O>,
}

/// Reads the arguments of a call, or returns their faults.
type Read<A> = fn(&mut Arguments<'_>) -> Result<A, Faults>;

impl Tool<()> {
    /// Starts building a tool with this name: 1 to 128 characters of `A-Za-z0-9_.-`. The tool has no
    /// arguments until you set their schema or their type.
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        ToolBuilder {
            tool: ValueTool {
                definition: ToolDefinition::new(name.into()),
                input: ValueSchema::Given(SchemaValue::Handwritten(serde_json::json!({
                    "type": "object",
                    // Some clients require `properties` even if the tool has no arguments.
                    "properties": {},
                    "additionalProperties": false,
                }))),
                output: None,
                is_structured: false,
                timeout: None,
                request_state: false,
                enforces_schemas: false,
                publish,
            },
            read: |arguments| arguments.take_map(),
            output: PhantomData,
        }
    }
}

impl<A, O> ToolBuilder<A, O> {
    /// Sets the title, which clients show to people. [`build`](crate::registry::ToolRegistryBuilder::build) rejects a
    /// blank title, control characters except tabs and line ends, and invisible characters that no script or
    /// emoji needs. The same rules apply to the description.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.tool.definition.title = Some(title.into());
        self
    }

    /// Sets the description. The model uses it to choose a tool. Required.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.tool.definition.description = Some(description.into());
        self
    }

    /// Sets the annotations: hints about the effects of a call.
    pub fn annotations(mut self, annotations: ToolAnnotations) -> Self {
        self.tool.definition.annotations = Some(annotations).filter(|hints| !hints.is_empty());
        self
    }

    /// Adds an icon.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.tool.definition.icons.push(icon);
        self
    }

    /// Adds an entry to the `_meta` of the tool's definition.
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        let meta = self.tool.definition.meta.get_or_insert_default();
        meta.insert(key.into(), value.into());
        self
    }

    /// Adds scopes. A caller needs every scope of the tool. Default: none.
    ///
    /// Each is an OAuth 2.0 scope: visible ASCII characters without `"` and `\`.
    /// [`build`](crate::registry::ToolRegistryBuilder::build) rejects any other text. See
    /// [`scopes`](macro@crate::mcp_tool#scopes) of `#[mcp_tool]`.
    pub fn scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        let scopes = scopes.into_iter().map(Into::into);
        self.tool.definition.scopes.extend(scopes);
        self
    }

    /// Limits how long a call may take. The registry then needs a
    /// [timer](crate::registry::ToolRegistryBuilder::timer). Default: no limit.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.tool.timeout = Some(limit);
        self
    }

    /// Makes the registry seal the user's answers to the earlier questions of a call. The client stores this
    /// sealed state, and sends it back when it repeats the call. `#[mcp_tool(request_state)]` does the same.
    /// The registry then needs a `request_state_key`.
    #[cfg(feature = "request-state")]
    #[cfg_attr(docsrs, doc(cfg(feature = "request-state")))]
    pub fn request_state(mut self) -> Self {
        self.tool.request_state = true;
        self
    }

    /// Validates each call and its result against schemas that you give as values. A call with wrong arguments
    /// does not reach the handler, and its answer lists every fault. A successful result that violates the
    /// output schema becomes an error. The docs of [`validator`](mcp_tool_schema::validator) list the supported
    /// keywords; [`build`](crate::registry::ToolRegistryBuilder::build) rejects a schema with another one, because
    /// the registry could not enforce it. `pattern` needs the feature `regex`.
    ///
    /// Default: the registry checks only the names of arguments. It always enforces the schemas of types.
    ///
    /// ```
    /// use mcp_tool_runtime::{CallToolRequest, Tool, ToolContext, ToolRegistry};
    /// use serde_json::json;
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let half = Tool::builder("half")
    ///     .description("Returns half of an even number.")
    ///     .input_schema(json!({
    ///         "type": "object",
    ///         "properties": { "number": { "type": "integer", "multipleOf": 2 } },
    ///         "required": ["number"],
    ///     }))
    ///     .enforce_schemas()
    ///     .handler(|arguments, _context| async move {
    ///         let half = arguments["number"].as_i64().map(|number| number / 2);
    ///         half.unwrap_or_default().to_string()
    ///     });
    /// let registry = ToolRegistry::builder(()).tools([half]).build()?;
    ///
    /// let request = CallToolRequest::new("half").with_arguments(json!({ "number": 7 }));
    /// let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
    /// let text = result.content()[0].as_text().unwrap();
    /// assert!(text.contains("`number`: expected an integer that is a multiple of 2, got 7"));
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn enforce_schemas(mut self) -> Self {
        self.tool.enforces_schemas = true;
        self
    }

    /// Sets the schema of the structured content. The handler's results must follow this schema.
    ///
    /// If you write the schema as JSON, the registry changes only the order of object members. It validates
    /// results against such a schema only with [`enforce_schemas`](Self::enforce_schemas). For a `Schema` of
    /// schemars, such as one from `schema_for!`, the registry applies the
    /// [`SchemaProfile`](crate::schema::SchemaProfile). It then also validates successful results, as with
    /// [`output`](Self::output).
    ///
    /// [`build`](crate::registry::ToolRegistryBuilder::build) rejects the schema if the handler's return type allows
    /// only text or content blocks. If the handler returns a successful [`CallToolResult`] without structured
    /// content, the call fails.
    ///
    /// [`CallToolResult`]: crate::CallToolResult
    pub fn output_schema(mut self, schema: impl ManualSchema) -> Self {
        self.tool.output = Some(ValueSchema::Given(schema.into_schema_value()));
        self
    }

    /// Sets the type of the structured content, and publishes its schema. The handler returns a value of this
    /// type. For a handler that returns a `serde_json::Value`, declare the type of the data in the `Value`, or call
    /// [`output_schema`](Self::output_schema). `output::<serde_json::Value>()` does not compile with such a handler.
    ///
    /// The registry validates successful results against the schema. If the structured content is missing or
    /// invalid, the call fails, and the log has the reason. If no text block repeats the structured content
    /// as JSON, the registry adds one. The handler can also return [`WithText`], [`WithContent`], a
    /// `serde_json::Value` or a [`CallToolResult`].
    ///
    /// [`WithText`]: crate::WithText
    /// [`WithContent`]: crate::WithContent
    /// [`CallToolResult`]: crate::CallToolResult
    ///
    /// ```
    /// use mcp_tool_runtime::Tool;
    ///
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Tide {
    ///     /// Metres above chart datum
    ///     height: f64,
    /// }
    ///
    /// let tide: Tool<()> = Tool::builder("tide")
    ///     .description("Returns the height of the tide.")
    ///     .output::<Tide>()
    ///     .handler(|_arguments, _context| async { Tide { height: 4.5 } });
    /// # assert_eq!(tide.name(), "tide");
    /// ```
    pub fn output<T: DescribeOutput>(mut self) -> ToolBuilder<A, WithOutput<T>> {
        self.tool.output = Some(ValueSchema::OfType(T::SCHEMA));
        ToolBuilder {
            tool: self.tool,
            read: self.read,
            output: PhantomData,
        }
    }

    /// Builds the tool with this handler.
    ///
    /// The handler receives the arguments and a context, and returns a future. The output of the future is of
    /// the type that [`output`](Self::output) declares. Without `output`, it is `()`, a string, one or more
    /// content blocks, a `serde_json::Value`, [`WithText`], [`WithContent`] or a [`CallToolResult`]. A `Result`
    /// with one of these is also possible. The error of such a `Result` is a
    /// [`ToolError`](struct@crate::ToolError), a string, a `Box<dyn Error + Send + Sync>`, or a type that converts
    /// into a `ToolError`, for example with `#[derive(ToolError)]`.
    ///
    /// The handler owns its context, because its future can outlive a borrowed one. The handler has no access
    /// to the registry's state. It must capture any data that it needs beyond the arguments and the context.
    ///
    /// [`WithText`]: crate::WithText
    /// [`WithContent`]: crate::WithContent
    /// [`CallToolResult`]: crate::CallToolResult
    pub fn handler<S, F, Fut, E, K>(mut self, handler: F) -> Tool<S>
    where
        A: 'static,
        F: Fn(A, ToolContext) -> Fut + Send + Sync + 'static,
        Fut: Future<Output: HandlerResult<O, K, Error = E>> + Send + 'static,
        E: HandlerError,
    {
        let call = ValueCall {
            read: self.read,
            run: move |arguments, context| {
                let answer = handler(arguments, context);
                async move { outcome(answer.await) }
            },
        };
        self.tool.is_structured = <Fut::Output as HandlerResult<O, K>>::IS_STRUCTURED;
        let source = Source::Value(Box::new(self.tool));
        Tool::new(source, Function::Future(Arc::new(call)))
    }

    /// Builds the tool with a handler that may block its thread, like a function with
    /// [`#[mcp_tool(blocking)]`](macro@crate::mcp_tool#blocking). The registry runs each call on its
    /// [thread pool](crate::registry::ToolRegistryBuilder::blocking_pool).
    ///
    /// The handler receives the arguments and a context, and returns its result directly. The possible results
    /// are those of [`handler`](Self::handler).
    ///
    /// ```
    /// use mcp_tool_runtime::{Tool, ToolContext, ToolError};
    ///
    /// let read_log: Tool<()> = Tool::builder("read_log")
    ///     .description("Returns the log.")
    ///     .blocking_handler(|_arguments, _cx: &ToolContext| {
    ///         std::fs::read_to_string("log").map_err(ToolError::display)
    ///     });
    /// # assert_eq!(read_log.name(), "read_log");
    /// ```
    pub fn blocking_handler<S, F, R, E, K>(mut self, handler: F) -> Tool<S>
    where
        A: 'static,
        F: Fn(A, &ToolContext) -> R + Send + Sync + 'static,
        R: HandlerResult<O, K, Error = E>,
        E: HandlerError,
    {
        let read = self.read;
        let call = move |context: &ToolContext, arguments: &mut Arguments<'_>| match read(arguments)
        {
            Ok(arguments) => outcome(handler(arguments, context)),
            Err(faults) => Outcome::Refused(faults),
        };
        self.tool.is_structured = R::IS_STRUCTURED;
        let source = Source::Value(Box::new(self.tool));
        Tool::new(source, Function::Blocking(Arc::new(call)))
    }

    /// Changes the builder so that the handler receives the whole input as one value of type `I`. `rows`
    /// describes this input.
    fn with_input<I: 'static>(mut self, rows: &'static [Row]) -> ToolBuilder<I, O> {
        self.tool.input = ValueSchema::OfType(rows);
        ToolBuilder {
            tool: self.tool,
            output: PhantomData,
            read: |arguments| {
                let input = arguments.take();
                input.ok_or_else(|| arguments.take_faults())
            },
        }
    }
}

impl<O> ToolBuilder<Map<String, Value>, O> {
    /// Sets the schema of the arguments: JSON Schema with `"type": "object"` at its root. If you write the
    /// schema as JSON, the registry changes only the order of object members. The dialect is 2020-12, unless
    /// `$schema` names draft-07. [`build`](crate::registry::ToolRegistryBuilder::build) rejects every other dialect. It
    /// also rejects a rule that the dialect ignores, such as one under `dependencies` in 2020-12.
    ///
    /// The registry rejects a call that lacks a required argument. If `additionalProperties` is `false` and
    /// the schema has no `patternProperties`, it also rejects unknown arguments, unless [`unknown_arguments`]
    /// or [`ignore_arguments`] drops them. With [`enforce_schemas`](Self::enforce_schemas), it also enforces all
    /// other rules of the schema. Without, the handler must check them.
    ///
    /// The registry applies the [`SchemaProfile`](crate::schema::SchemaProfile) to a `Schema` of schemars, such as one from `schema_for!`.
    ///
    /// [`unknown_arguments`]: crate::registry::ToolRegistryBuilder::unknown_arguments
    /// [`ignore_arguments`]: crate::registry::ToolRegistryBuilder::ignore_arguments
    pub fn input_schema(mut self, schema: impl ManualSchema) -> Self {
        self.tool.input = ValueSchema::Given(schema.into_schema_value());
        self
    }

    /// Sets the type of the arguments. The registry publishes the schema of the type, and the handler
    /// receives a value of the type.
    ///
    /// The registry rejects a call that violates a rule of the schema. For example, `#[schemars(range(min =
    /// 1))]` creates the rule `minimum`. With the feature `garde`, `validated_input` also checks rules that a
    /// schema cannot express.
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
    ///     .output::<i64>()
    ///     .handler(|sum, _context| async move { sum.numbers.iter().sum::<i64>() });
    /// # assert_eq!(sum.name(), "sum");
    /// ```
    pub fn input<A: ReadArgument + DescribeArgument + 'static>(self) -> ToolBuilder<A, O> {
        self.with_input(const { &[argument("", const { &Parameter::<A>::generic() }).flatten()] })
    }
}

#[cfg(feature = "garde")]
impl<O> ToolBuilder<Map<String, Value>, O> {
    /// Sets the type of the arguments, like [`input`](Self::input), and validates each value with `garde`.
    /// `garde` also checks rules that a schema cannot express, such as those of `#[garde(custom(…))]`. The
    /// registry rejects a call with an invalid value before the handler runs.
    ///
    /// With the feature `garde`, tools with `#[mcp_tool]` always validate arguments whose type implements
    /// `garde::Validate`. The `Context` of that type must implement `Default`.
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
    pub fn validated_input<A>(self) -> ToolBuilder<A, O>
    where
        A: ReadArgument + DescribeArgument + garde::Validate<Context: Default> + 'static,
    {
        self.with_input(
            const {
                &[argument(
                    "",
                    const { &Parameter::generic().validated(Validation::<A>::VALIDATE) },
                )
                .flatten()]
            },
        )
    }
}

impl<A, O> std::fmt::Debug for ToolBuilder<A, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ToolBuilder")
            .field(&self.tool.definition.name)
            .finish()
    }
}

/// Converts the result of a handler.
fn outcome<O, K>(result: impl HandlerResult<O, K, Error: HandlerError>) -> Outcome {
    result
        .into_outcome()
        .unwrap_or_else(HandlerError::into_outcome)
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
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: &mut Arguments<'_>) -> Reply<'a> {
        match (self.read)(arguments) {
            Ok(arguments) => Box::pin((self.run)(arguments, context.clone())),
            Err(faults) => ready(Outcome::Refused(faults)),
        }
    }
}
