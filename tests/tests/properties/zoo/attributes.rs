//! Types with attributes such as `#[schemars(with)]`, `#[serde(from)]` and `#[serde(flatten)]`.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Adjacent, Internal, OnlyNewtypes, Plain, Point, Shapes, animals};
use crate::choices::Choices;
use crate::sample::Sample;

animals! {
    /// An object with schemars' attributes for annotations.
    struct Annotated {
        #[schemars(title = "The first", description = "In place of a comment.")]
        first: u8,
        /// A comment.
        #[schemars(example = 7, example = 8)]
        #[deprecated]
        second: Option<u8>,
        #[schemars(extend("x-unit" = "km", "type" = ["integer", "null"]))]
        third: Option<i8>,
        #[schemars(title = "A place")]
        fourth: Option<Point>,
    }

    /// An object with schemars' attributes that replace the type.
    struct Written {
        #[serde(with = "in_a_list")]
        #[schemars(with = "[u8; 1]")]
        first: u8,
        #[serde(default)]
        #[schemars(schema_with = "by_hand")]
        second: Option<Plain>,
        #[schemars(with = "Option<Point>")]
        third: Option<Point>,
    }

    /// Decodes a `HashSet` into a sorted set, so that equal values have equal JSON.
    #[serde(from = "HashSet<i16>", into = "BTreeSet<i16>")]
    struct Hashed(BTreeSet<i16>);

    struct FlatOptionInternal {
        own: u8,
        #[serde(flatten)]
        which: Option<Internal>,
    }

    struct FlatOptionAdjacent {
        own: u8,
        #[serde(flatten)]
        which: Option<Adjacent>,
    }

    struct FlatOptionUntagged {
        own: u8,
        #[serde(flatten)]
        which: Option<Shapes>,
    }

    struct FlatOptionExternal {
        own: u8,
        #[serde(flatten)]
        which: Option<OnlyNewtypes>,
    }

    struct FlatOptions {
        #[serde(flatten)]
        point: Option<Point>,
        #[serde(flatten)]
        shape: Option<Shapes>,
    }

    /// A type that rejects unknown members, but contains maps that accept any member.
    #[serde(deny_unknown_fields)]
    struct OpenInside { any: BTreeMap<String, Value>, maybe: Option<BTreeMap<String, Option<Value>>>, }
}

mod in_a_list {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(it: &u8, to: S) -> Result<S::Ok, S::Error> {
        [*it].serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
        <[u8; 1]>::deserialize(from).map(|[it]| it)
    }
}

/// Returns a handwritten schema with constructs that some clients reject.
fn by_hand(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "oneOf": [
            { "const": "first-one", "description": "The first." },
            { "const": "second-one" },
            { "type": ["null"] },
        ],
    })
}

impl From<HashSet<i16>> for Hashed {
    fn from(set: HashSet<i16>) -> Self {
        Hashed(set.into_iter().collect())
    }
}

impl From<Hashed> for BTreeSet<i16> {
    fn from(Hashed(set): Hashed) -> Self {
        set
    }
}
