//! Forms that together cover every kind of field that the protocol supports.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::net::IpAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;

use mcp_tool_runtime::{ElicitForm, SafeInt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
pub(crate) enum Size {
    Small,
    Medium,
    Large,
}

/// How the dough is baked
#[derive(
    Debug, Default, PartialEq, Eq, PartialOrd, Ord, ElicitForm, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Crust {
    /// Thin and crisp. As in *Naples*.
    #[default]
    Thin,
    /// Thick, baked in a [pan](crate::order::Size).
    DeepPan,
    #[serde(rename = "no-crust")]
    Bare,
}

#[derive(Debug, PartialEq, Eq, Hash, ElicitForm, Deserialize, JsonSchema)]
pub(crate) enum Topping {
    #[schemars(title = "With olives")]
    Olives,
    #[serde(rename = "cheese", alias = "mozzarella")]
    Cheese,
}

#[derive(Debug, PartialEq, Eq, Hash, ElicitForm, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Sauce {
    Hot,
    Mild,
}

#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
#[schemars(extend("format" = "email"))]
pub(crate) struct Email(String);

#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
pub(crate) struct Birthday(#[elicit(foreign)] pub(crate) chrono::NaiveDate);

fn yes() -> bool {
    true
}

fn table() -> u8 {
    4
}

/// The form for a guest. The user does not see this text.
#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Order {
    /// The name to call out when the order is ready
    #[schemars(length(min = 1, max = 40), title = "Name")]
    pub(crate) name: String,
    pub(crate) nick_name: Option<Box<str>>,
    pub(crate) shared: Arc<str>,
    pub(crate) cow: Cow<'static, str>,
    pub(crate) initial: char,
    pub(crate) photo: Option<PathBuf>,
    pub(crate) email: Email,
    #[elicit(foreign)]
    pub(crate) website: Option<url::Url>,
    #[elicit(foreign)]
    pub(crate) day: chrono::NaiveDate,
    #[elicit(foreign)]
    pub(crate) at: Option<chrono::DateTime<chrono::Utc>>,
    pub(crate) birthday: Option<Birthday>,
    pub(crate) guests: u8,
    #[schemars(range(min = 1, max = 14))]
    pub(crate) nights: NonZero<u16>,
    pub(crate) floor: i32,
    pub(crate) number: u64,
    pub(crate) safe: SafeInt,
    #[serde(default = "table")]
    pub(crate) table: u8,
    #[schemars(range(min = 0.5, max = 2.5))]
    pub(crate) ratio: f64,
    pub(crate) rounded: Option<f32>,
    pub(crate) twice: Option<Option<i8>>,
    /// Whether to wake the guest
    pub(crate) wake: bool,
    #[serde(default = "yes")]
    pub(crate) breakfast: bool,
    pub(crate) newsletter: Option<bool>,
    pub(crate) size: Size,
    pub(crate) other_size: Option<Size>,
    #[serde(default)]
    pub(crate) crust: Crust,
    pub(crate) other_crust: Option<Crust>,
    #[schemars(length(min = 1, max = 2))]
    pub(crate) toppings: Vec<Topping>,
    #[serde(default)]
    pub(crate) crusts: BTreeSet<Crust>,
    pub(crate) sauces: Option<HashSet<Sauce>>,
    #[schemars(with = "Option<String>")]
    #[serde(default, deserialize_with = "lines")]
    pub(crate) lines: Vec<String>,
    #[serde(skip)]
    pub(crate) nothing: Vec<Vec<u8>>,
}

/// A smaller order. Forms of protocol version 2025-06-18 support all its fields.
#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
pub(crate) struct PlainOrder {
    #[schemars(length(min = 1, max = 40), title = "Name")]
    name: String,
    email: Email,
    #[elicit(foreign)]
    website: Option<url::Url>,
    #[elicit(foreign)]
    day: chrono::NaiveDate,
    #[elicit(foreign)]
    at: Option<chrono::DateTime<chrono::Utc>>,
    guests: u8,
    #[serde(default = "table")]
    table: u8,
    ratio: Option<f64>,
    #[serde(default = "yes")]
    breakfast: bool,
    size: Size,
    #[serde(default)]
    crust: Crust,
    other_crust: Option<Crust>,
}

/// A form whose schema accepts some values that the types of the fields reject.
#[derive(Debug, PartialEq, ElicitForm, Deserialize, JsonSchema)]
pub(crate) struct Loose {
    #[elicit(foreign)]
    pub(crate) id: uuid::Uuid,
    #[elicit(foreign)]
    pub(crate) price: rust_decimal::Decimal,
    pub(crate) host: IpAddr,
    pub(crate) nonzero: NonZero<i32>,
    pub(crate) big: i64,
}

fn lines<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Vec<String>, D::Error> {
    let text = Option::<String>::deserialize(text)?.unwrap_or_default();
    Ok(text.lines().map(str::to_owned).collect())
}
