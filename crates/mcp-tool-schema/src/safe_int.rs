//! Integers that every JSON parser represents exactly.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize};

/// An integer that every JSON parser represents exactly: from −(2^53 − 1) to 2^53 − 1.
///
/// An argument with `#[arg(header = "…")]` cannot have a wider integer type. Use `SafeInt` for ids that pass
/// through programs whose numbers are floats.
///
/// ```
/// # use mcp_tool_schema::safe_int::{SafeInt, SafeIntError};
/// const TICKET: SafeInt = SafeInt::new(4_000_000_000).unwrap();
///
/// assert_eq!(TICKET.get(), 4_000_000_000);
/// assert_eq!(SafeInt::new(1 << 53), None);
/// assert_eq!(SafeInt::from(7), SafeInt::try_from(7_i64)?);
/// # Ok::<(), SafeIntError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SafeInt(i64);

impl SafeInt {
    /// −(2^53 − 1)
    pub const MIN: SafeInt = SafeInt(-9_007_199_254_740_991);
    /// 2^53 − 1
    pub const MAX: SafeInt = SafeInt(9_007_199_254_740_991);

    /// Creates the integer. Returns `None` if `value` is out of range.
    pub const fn new(value: i64) -> Option<Self> {
        if SafeInt::MIN.0 <= value && value <= SafeInt::MAX.0 {
            Some(SafeInt(value))
        } else {
            None
        }
    }

    /// Returns the number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl From<i32> for SafeInt {
    fn from(value: i32) -> Self {
        SafeInt(value.into())
    }
}

impl From<u32> for SafeInt {
    fn from(value: u32) -> Self {
        SafeInt(value.into())
    }
}

impl TryFrom<i64> for SafeInt {
    type Error = SafeIntError;

    fn try_from(value: i64) -> Result<Self, SafeIntError> {
        SafeInt::new(value).ok_or(SafeIntError(()))
    }
}

impl From<SafeInt> for i64 {
    fn from(value: SafeInt) -> Self {
        value.0
    }
}

impl fmt::Display for SafeInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

const EXPECTED: &str = "an integer from -9007199254740991 to 9007199254740991";

impl<'de> Deserialize<'de> for SafeInt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = i64::deserialize(deserializer)?;
        SafeInt::new(value)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Signed(value), &EXPECTED))
    }
}

impl JsonSchema for SafeInt {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("SafeInt")
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "integer",
            "minimum": SafeInt::MIN.0,
            "maximum": SafeInt::MAX.0,
        })
    }
}

/// An error for an integer that some JSON parsers round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeIntError(());

impl fmt::Display for SafeIntError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {EXPECTED}")
    }
}

impl std::error::Error for SafeIntError {}
