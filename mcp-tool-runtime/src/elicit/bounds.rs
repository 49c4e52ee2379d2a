//! The traits of forms and of their fields. `#[derive(ElicitForm)]` implements `ElicitForm` for a form,
//! `FormField` for a tuple struct, and both `FormField` and `FormChoice` for an enum. The generated code makes
//! the compiler check the types of the fields.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use mcp_tool_schema::safe_int::SafeInt;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::arguments::{Problem, decode};

/// A form that the user fills in, for [`ToolContext::elicit`](crate::ToolContext::elicit).
///
/// A form is a struct. Its fields are text, numbers, booleans, choices or lists of choices. [The
/// derive](derive@crate::ElicitForm) implements this trait. The documentation of the derive lists the types
/// that a field can have.
///
/// Do not ask for secrets: the client sees the content, and the model may see it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a form that a user can fill in",
    label = "is not a struct with `#[derive(ElicitForm)]`",
    note = "write a struct that derives `mcp_tool_runtime::ElicitForm`, `serde::Deserialize` and `schemars::JsonSchema`",
    note = "to ask for a single value, use a struct with one field"
)]
pub trait ElicitForm: ReadForm + DescribeForm {
    /// Makes the compiler check the types of the fields. Each element is the check of one field.
    #[doc(hidden)]
    const FIELDS: &'static [()] = &[];
}

/// A form whose content can be read: every `T: DeserializeOwned + 'static`.
#[diagnostic::on_unimplemented(
    message = "the form `{Self}` cannot be read: it does not implement `Deserialize`",
    label = "cannot be read from JSON",
    note = "add `#[derive(serde::Deserialize)]` to the form",
    note = "if the type already has the derive, the derive may come from serde 0.9: write `serde = \"1\"` in `Cargo.toml`; `cargo tree -i serde@0.9` shows which crate uses the old version"
)]
pub trait ReadForm: Sized + 'static {
    #[doc(hidden)]
    fn read(content: Map<String, Value>) -> Result<Self, Problem>;

    /// Returns the names of the fields in the order of the struct. Empty for a struct with flattened fields.
    #[doc(hidden)]
    fn names() -> &'static [&'static str];
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + 'static> ReadForm for T {
    fn read(content: Map<String, Value>) -> Result<Self, Problem> {
        decode(&Value::Object(content))
    }

    fn names() -> &'static [&'static str] {
        // Decoding a struct from `null` fails. The error lists the field names that serde passes
        // to `deserialize_struct`. For a struct with flattened members, serde calls
        // `deserialize_map`, which takes no field names, so the list is empty.
        let problem = decode::<T>(&Value::Null).err();
        problem.map_or(&[], |problem| problem.fields)
    }
}

/// A form that can be described to a client: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "the form `{Self}` cannot be shown: it does not implement `JsonSchema`",
    label = "has no schema",
    note = "add `#[derive(schemars::JsonSchema)]` to the form",
    note = "if the type already has the derive, the derive may come from schemars 0.8: write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows which crate uses the old version"
)]
pub trait DescribeForm {
    #[doc(hidden)]
    fn schema() -> Schema;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DescribeForm for T {
    fn schema() -> Schema {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.inline_subschemas = true;
            settings.meta_schema = None;
        });
        let generator = settings.for_deserialize().into_generator();
        generator.into_root_schema_for::<T>()
    }
}

/// A type for one field of a form: text, a number, a boolean, a choice, or a list of choices.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of a form",
    label = "is not a string, a number, a boolean or a choice",
    note = "a form is flat: write the fields of a struct, the values of a map or the items of a tuple as fields of the form",
    note = "for a list, use items of an enum with `#[derive(ElicitForm)]`; for an enum without data, or a tuple struct around one string, number, boolean or choice, write `#[derive(ElicitForm)]` above it",
    note = "for a type of another crate that is a string or a number in JSON, write `#[elicit(foreign)]` above the field"
)]
pub trait FormField {
    /// Makes the compiler check the type inside of a tuple struct.
    #[doc(hidden)]
    const FIELD: () = ();
}

/// An enum of unit variants. In a list field, such as `Vec<T>`, the user may choose several variants.
/// `#[derive(ElicitForm)]` implements this trait.
#[diagnostic::on_unimplemented(
    message = "a list in a form holds choices, and `{Self}` is not a choice",
    label = "is not an enum with `#[derive(ElicitForm)]`",
    note = "for a fixed set of values, write an enum with `#[derive(ElicitForm)]`",
    note = "for anything else, ask for one `String` and split it"
)]
pub trait FormChoice: FormField {
    #[doc(hidden)]
    const CHOICE: () = ();
}

macro_rules! form_fields {
    ($($field:ty),* $(,)?) => {
        $(
            #[diagnostic::do_not_recommend]
            impl FormField for $field {}
        )*
    };
}

form_fields! {
    bool, char, str, String, Path, PathBuf, IpAddr, Ipv4Addr, Ipv6Addr,
    i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64, SafeInt,
    NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>, NonZero<isize>,
    NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>, NonZero<usize>,
}

#[diagnostic::do_not_recommend]
impl<T: FormField> FormField for Option<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormField + ?Sized> FormField for Box<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormField + ?Sized> FormField for Arc<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormField + ?Sized> FormField for Rc<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormField + ToOwned + ?Sized> FormField for Cow<'_, T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice> FormField for Vec<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice> FormField for BTreeSet<T> {}

#[diagnostic::do_not_recommend]
impl<T: FormChoice, S> FormField for HashSet<T, S> {}
