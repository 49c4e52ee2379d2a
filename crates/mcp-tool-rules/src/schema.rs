//! Facts about JSON Schema: keywords that contain schemas, and formats.

/// How a keyword contains schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// An object whose values are schemas. Its keys are names that the schema's author chooses, not keywords.
    Named,
    /// A list of schemas.
    Listed,
    /// One schema or, in draft-07, a list of schemas.
    OneOrListed,
    /// One schema.
    One,
}

/// Returns how a keyword contains schemas, if it does.
pub const fn holds(keyword: &str) -> Option<Holds> {
    Some(match keyword.as_bytes() {
        // Some schemas still use keywords of draft-07, such as `dependencies`.
        b"properties" | b"patternProperties" | b"dependentSchemas" | b"dependencies" | b"$defs"
        | b"definitions" => Holds::Named,
        b"allOf" | b"anyOf" | b"oneOf" | b"prefixItems" => Holds::Listed,
        b"items" => Holds::OneOrListed,
        b"additionalItems"
        | b"unevaluatedItems"
        | b"contains"
        | b"additionalProperties"
        | b"unevaluatedProperties"
        | b"propertyNames"
        | b"contentSchema"
        | b"not"
        | b"if"
        | b"then"
        | b"else" => Holds::One,
        _ => return None,
    })
}

/// Returns whether a keyword contains plain JSON values, in which an object is not a schema.
pub const fn holds_values(keyword: &str) -> bool {
    matches!(
        keyword.as_bytes(),
        b"const" | b"enum" | b"default" | b"examples"
    )
}

/// The string formats that JSON Schema defines.
pub const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Returns whether an argument's name suggests that the argument contains the whole input of a tool.
/// Functions that take one struct often use such a name.
pub fn is_name_of_input(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "request",
        "req",
        "params",
        "parameters",
        "input",
        "args",
        "arguments",
        "payload",
        "body",
    ];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the smallest and the largest integer that the runtime accepts for a format such as `uint8`.
/// For `int128` and `uint128`, these are the ends of the integers that serde_json reads. Returns `None` for any
/// format that is not an integer type.
pub const fn integer_limits(format: &str) -> Option<(i128, i128)> {
    Some(match format.as_bytes() {
        b"int8" => (i8::MIN as i128, i8::MAX as i128),
        b"int16" => (i16::MIN as i128, i16::MAX as i128),
        b"int32" => (i32::MIN as i128, i32::MAX as i128),
        b"int64" | b"int" => (i64::MIN as i128, i64::MAX as i128),
        b"int128" => (i64::MIN as i128, u64::MAX as i128),
        b"uint8" => (0, u8::MAX as i128),
        b"uint16" => (0, u16::MAX as i128),
        b"uint32" => (0, u32::MAX as i128),
        b"uint64" | b"uint" | b"uint128" => (0, u64::MAX as i128),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, Holds, holds, holds_values, integer_limits};

    #[test]
    fn schema_keywords_contain_schemas_or_values() {
        for (keyword, how) in [
            ("dependencies", Some(Holds::Named)),
            ("allOf", Some(Holds::Listed)),
            ("items", Some(Holds::OneOrListed)),
            ("not", Some(Holds::One)),
            ("default", None),
            ("type", None),
        ] {
            assert_eq!(holds(keyword), how, "{keyword}");
            assert_eq!(holds_values(keyword), keyword == "default", "{keyword}");
        }
    }

    #[test]
    fn integer_formats_differ_from_string_formats() {
        assert_eq!(integer_limits("uint8"), Some((0, 255)));
        assert_eq!(
            integer_limits("int128"),
            Some((i64::MIN.into(), u64::MAX.into()))
        );
        assert!(
            FORMATS
                .iter()
                .all(|format| integer_limits(format).is_none())
        );
    }
}
