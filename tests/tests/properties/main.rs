//! Checks that published schemas match the values that tools accept and return, for types of all kinds. For
//! each type, a tool takes one value of this type and returns that value.
//!
//! | module | property |
//! |---|---|
//! | `admitted_values_are_accepted` | the registry accepts every value that is valid under the published input schema |
//! | `accepted_values_are_admitted` | every value that the registry accepts is valid under the input schema after lenient decoding |
//! | `values_arrive` | if a test sends a Rust value, its JSON is valid after lenient decoding and the tool receives an equal value |
//! | `answers_are_as_published` | a returned Rust value is valid under the output schema, in each protocol version |
//! | `planted_faults` | an error names each wrong value once, at its path; each described part of an accepted value comes back |
//!
//! The module `disagreements` lists the known exceptions. The first two properties also require that errors
//! about wrong arguments are short and name an argument.
//!
//! By default, each run uses the same cases. `PROPTEST_CASES` sets the number of cases, and makes the seed
//! random. `PROPTEST_RNG_SEED` sets the seed.

#![allow(deprecated)] // This lint also reports arguments without a description.

mod cases;
mod choices;
mod disagreements;
mod drafts;
mod flatten;
mod lint;
mod mutate;
mod planted_faults;
mod rules;
mod sample;
mod several_arguments;
mod spelling;
mod subject;
mod valid_values;
mod zoo;

use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroU64};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestError, TestRunner};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;
use uuid::Uuid;

use choices::Choices;
use mutate::mutate;
use sample::Sample;
use subject::{Kind, Seen, Subject};
use valid_values::admitted;
use zoo::*;

/// Runs `property` with random decisions, by default for `cases` cases.
#[track_caller]
fn run(cases: u32, property: impl Fn(&mut Choices) -> Result<(), TestCaseError>) {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
            config.rng_seed = RngSeed::Fixed(1);
        }
    }
    config.failure_persistence = None;
    let numbers = prop::collection::vec(any::<u32>(), 0..96);
    let outcome =
        TestRunner::new(config).run(&numbers, |numbers| property(&mut Choices::new(numbers)));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(error) => panic!("{error}"),
    }
}

/// Checks that the registry accepts values that are valid under the input schema.
#[track_caller]
fn admitted_values_are_accepted(subject: &Subject) {
    let (valid, all) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    run(128, |choices| {
        let arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        all.set(all.get() + 1);
        if subject.is_published(&arguments) {
            valid.set(valid.get() + 1);
        }
        subject.is_enforced(&arguments)
    });
    assert!(
        valid.get() * 2 > all.get(),
        "only {} of {} values are admitted by {}",
        valid.get(),
        all.get(),
        subject.input_schema
    );
}

/// Checks that values that the registry accepts are valid under the input schema after lenient decoding.
#[track_caller]
fn accepted_values_are_admitted(subject: &Subject) {
    run(256, |choices| {
        let mut arguments = admitted(&subject.input_schema, &subject.input_schema, choices);
        mutate(&mut arguments, choices);
        subject.is_enforced(&arguments)
    });
}

/// Sends Rust values as JSON, and checks that the tool receives equal values.
#[track_caller]
fn values_arrive<T>(subject: &Subject)
where
    T: Sample + Serialize + PartialEq + Debug + Any,
{
    run(128, |choices| subject.takes(&T::sample(choices)));
}

/// Checks that a returned Rust value is valid under the output schema.
#[track_caller]
fn answers_are_as_published<T: Sample + Serialize>(subject: &Subject, kind: Kind) {
    let published = subject.published(kind);
    run(128, |choices| {
        subject.answers(&published, &T::sample(choices))
    });
}

macro_rules! types {
    ($($kind:ident { $($name:ident: $type:ty;)* })*) => {
        mod tool {
            use super::*;
            $($(
                /// Returns its argument.
                #[mcp_tool]
                pub(super) fn $name(it: $type, #[state] seen: &Seen) -> $type {
                    seen.put(it.clone());
                    it
                }
            )*)*
        }

        mod subject_of {
            use super::*;
            $($(
                pub(super) fn $name() -> Subject {
                    let builder = ToolRegistry::builder(Seen::default());
                    Subject::new(builder.tools(tools![tool::$name]).build().unwrap())
                }
            )*)*

            pub(super) type Make = fn() -> Subject;

            /// Returns the name of each tool, and a function that creates the tool's subject with
            /// `SchemaProfile::AsGenerated`.
            pub(super) fn all_as_generated() -> Vec<(&'static str, Make)> {
                vec![$($((stringify!($name), || {
                    let builder = ToolRegistry::builder(Seen::default());
                    let builder = builder.schema_profile(SchemaProfile::AsGenerated);
                    Subject::new(builder.tools(tools![tool::$name]).build().unwrap())
                }),)*)*]
            }

            /// Returns the name of each tool, and a function that creates the tool's subject.
            pub(super) fn all() -> Vec<(&'static str, Make)> {
                vec![$($((stringify!($name), $name as Make),)*)*]
            }
        }

        /// The types inside a map, a list and a tuple.
        mod nested {
            use super::*;

            mod takes {
                use super::*;
                $($(
                    /// Takes its argument.
                    #[mcp_tool]
                    pub(super) fn $name(it: BTreeMap<String, Vec<(u8, $type)>>) {
                        drop(it);
                    }
                )*)*
            }

            pub(super) fn all() -> Vec<(&'static str, subject_of::Make)> {
                vec![$($((stringify!($name), || {
                    let builder = ToolRegistry::builder(Seen::default());
                    Subject::new(builder.tools(tools![takes::$name]).build().unwrap())
                }),)*)*]
            }
        }

        mod admitted_values_are_accepted {
            $($(
                #[test]
                fn $name() {
                    super::admitted_values_are_accepted(&super::subject_of::$name());
                }
            )*)*
        }

        mod accepted_values_are_admitted {
            $($(
                #[test]
                fn $name() {
                    super::accepted_values_are_admitted(&super::subject_of::$name());
                }
            )*)*
        }

        mod values_arrive {
            use super::*;
            $($(
                #[test]
                fn $name() {
                    super::values_arrive::<$type>(&super::subject_of::$name());
                }
            )*)*
        }

        mod answers_are_as_published {
            use super::*;
            $($(
                #[test]
                fn $name() {
                    let subject = super::subject_of::$name();
                    super::answers_are_as_published::<$type>(&subject, Kind::$kind);
                }
            )*)*
        }
    };
}

types! {
Text {
    text: String;
    text_boxed: Box<str>;
    text_cow: Cow<'static, str>;
    nothing: ();
}

Anything {
    any: Value;
    option_any: Option<Value>;
}

Data {
    int_i8: i8;
    int_i16: i16;
    int_i32: i32;
    int_i64: i64;
    int_isize: isize;
    int_i128: i128;
    int_u8: u8;
    int_u16: u16;
    int_u32: u32;
    int_u64: u64;
    int_usize: usize;
    int_u128: u128;
    int_nonzero: NonZeroU64;
    int_nonzero_signed: NonZeroI8;
    float: f64;
    float_small: f32;
    number: serde_json::Number;
    flag: bool;
    letter: char;
    path: PathBuf;
    option: Option<u8>;
    option_of_option: Option<Option<String>>;
    option_text: Option<String>;
    option_struct: Option<Point>;
    option_enum: Option<Plain>;
    option_list: Option<Vec<Option<u8>>>;
    option_map: Option<BTreeMap<String, Option<Point>>>;
    options: Options;
    list: Vec<u8>;
    list_boxed: Box<[i8]>;
    option_unit: Option<()>;
    list_of_options: Vec<Option<Plain>>;
    list_of_lists: Vec<Vec<Vec<i16>>>;
    list_of_maps: Vec<BTreeMap<String, Vec<Plain>>>;
    list_of_tuples: VecDeque<(u8, Option<Point>)>;
    list_of_any: Vec<Value>;
    set: BTreeSet<String>;
    set_by_hash: Hashed;
    set_of_enums: BTreeSet<Plain>;
    array: [u8; 3];
    array_of_structs: [Point; 2];
    array_empty: [u8; 0];
    tuple: (u8, String, Option<bool>);
    tuple_of_one: (Point,);
    tuple_nested: ((u8, i8), [f32; 2], Vec<(bool,)>);
    map: BTreeMap<String, i32>;
    map_of_lists: BTreeMap<String, Vec<Point>>;
    map_of_options: BTreeMap<String, Option<u8>>;
    map_by_number: BTreeMap<u8, String>;
    map_by_signed: BTreeMap<i16, String>;
    map_by_long: BTreeMap<u64, Point>;
    map_by_enum: BTreeMap<Plain, u8>;
    map_by_documented: BTreeMap<PlainDocumented, u8>;
    map_by_nonzero: BTreeMap<NonZeroU64, u8>;
    map_by_nonzero_signed: BTreeMap<NonZeroI8, u8>;
    map_of_maps: BTreeMap<PlainDocumented, BTreeMap<PlainDocumented, Option<Point>>>;
    holds_maps: HoldsMaps;
    internal_maps: InternalMaps;
    map_by_bool: BTreeMap<bool, u8>;
    map_by_char: BTreeMap<char, u8>;
    map_by_newtype: BTreeMap<Key, u8>;
    map_by_uuid: BTreeMap<Uuid, u8>;
    map_of_any: Map<String, Value>;
    plain: Plain;
    plain_documented: PlainDocumented;
    single: Single;
    point: Point;
    boxed: Box<Point>;
    shared: Shared;
    numbers: Numbers;
    renamed: Renamed;
    lean: Lean;
    strict: Strict;
    all_default: AllDefault;
    with_defaults: WithDefaults;
    documented: Documented;
    newtype: Newtype;
    newtype_option: NewtypeOption;
    holds_newtype_option: HoldsNewtypeOption;
    transparent: Transparent;
    transparent_option: TransparentOption;
    holds_transparent_option: HoldsTransparentOption;
    tuple_struct: Tuple;
    tuple_of_structs: TupleOfStructs;
    tuple_defaults: TupleDefaults;
    tuple_all_defaults: TupleAllDefaults;
    empty: Empty;
    from8: From8;
    word: Word;
    aliased: Aliased;
    external: External;
    external_renamed: ExternalRenamed;
    external_strict: ExternalStrict;
    internal: Internal;
    internal_deep: InternalDeep;
    internal_strict: InternalStrict;
    internal_unit: InternalUnit;
    adjacent: Adjacent;
    adjacent_strict: AdjacentStrict;
    adjacent_option: AdjacentOption;
    untagged: Untagged;
    untagged_null: UntaggedNull;
    untagged_float: UntaggedFloat;
    untagged_float_first: UntaggedFloatFirst;
    untagged_structs: UntaggedStructs;
    adjacent_numbers: AdjacentNumbers;
    untagged_strict: UntaggedStrict;
    one_or_many: OneOrMany;
    with_other: WithOther;
    internal_other: InternalOther;
    external_other: ExternalOther;
    option_of_external: Option<External>;
    option_of_internal: Option<Internal>;
    list_of_internal: Vec<Internal>;
    map_of_adjacent: BTreeMap<String, Adjacent>;
    list_of_results: Vec<Result<Point, String>>;
    flat: Flat;
    flat_numbers: FlatNumbers;
    flat_float: FlatFloat;
    flat_map: FlatMap;
    flat_anything: FlatAnything;
    flat_enum: FlatEnum;
    flat_external: FlatExternal;
    flat_adjacent: FlatAdjacent;
    flat_untagged: FlatUntagged;
    flat_option: FlatOption;
    flat_option_wide: FlatOptionWide;
    flat_strict: FlatStrict;
    flat_two_enums: FlatTwoEnums;
    flat_big: FlatBig;
    flat_keys: FlatKeys;
    flat_twice: FlatTwice;
    flat_default: FlatDefault;
    holds_flat: HoldsFlat;
    tree: Tree;
    forest: Forest;
    folder: Folder;
    filter: Filter;
    expression: Expression;
    when: DateTime<Utc>;
    when_there: DateTime<FixedOffset>;
    when_local: NaiveDateTime;
    day: NaiveDate;
    clock: NaiveTime;
    uuid: Uuid;
    url: Url;
    address: IpAddr;
    address_4: Ipv4Addr;
    address_6: Ipv6Addr;
    duration: Duration;
    system_time: SystemTime;
    range: Range<u8>;
    bound: Bound<u8>;
    money: Decimal;
    annotated: Annotated;
    annotated_optional: Option<Annotated>;
    written: Written;
    flat_option_internal: FlatOptionInternal;
    flat_option_adjacent: FlatOptionAdjacent;
    flat_option_untagged: FlatOptionUntagged;
    flat_option_external: FlatOptionExternal;
    flat_options: FlatOptions;
    holds_flat_options: Option<Vec<FlatOptionInternal>>;
    open_inside: OpenInside;
}
}
