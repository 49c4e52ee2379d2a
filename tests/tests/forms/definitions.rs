//! Published forms.

use mcp_tool_runtime::{ElicitForm, ProtocolVersion};
use mcp_tool_tests::snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::order::{Loose, Order, PlainOrder};
use crate::{WITH_FORMS, ask, schema};

#[test]
fn each_type_of_field_in_each_version() {
    // R199
    for version in WITH_FORMS {
        let forms =
            json!({ "plain": schema::<PlainOrder>(*version), "loose": schema::<Loose>(*version) });
        snapshot::json(&format!("forms/{version}"), &forms);
    }
    snapshot::json("forms/order", &schema::<Order>(ProtocolVersion::LATEST));
}

#[test]
fn a_form_without_fields_is_a_yes_or_no_question() {
    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Confirm {}

    #[derive(ElicitForm, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    struct Strict {}

    for version in WITH_FORMS {
        let empty = json!({ "type": "object", "properties": {} });
        assert_eq!(schema::<Confirm>(*version), empty);
        assert_eq!(schema::<Strict>(*version), empty);
    }
    crate::filled_in::<Confirm>(json!({}));
}

#[test]
fn try_from_shows_the_form_of_the_source_type() {
    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Raw {
        from: u8,
        to: u8,
    }

    #[derive(Debug, ElicitForm, Deserialize, JsonSchema)]
    #[serde(try_from = "Raw")]
    struct Range {
        length: u8,
    }

    impl TryFrom<Raw> for Range {
        type Error = &'static str;

        fn try_from(raw: Raw) -> Result<Self, Self::Error> {
            let length = raw
                .to
                .checked_sub(raw.from)
                .ok_or("it ends before it begins")?;
            Ok(Range { length })
        }
    }

    let schema = schema::<Range>(ProtocolVersion::LATEST);
    assert_eq!(schema["required"], json!(["from", "to"]));
    assert_eq!(
        crate::filled_in::<Range>(json!({ "from": 2, "to": 5 })).length,
        3
    );
    let refusal = crate::refusal::<Range>(json!({ "from": 5, "to": 2 }));
    assert_eq!(refusal, "it ends before it begins");
}

#[test]
fn formats_of_schemars_are_published() {
    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Contact {
        #[schemars(email)]
        mail: String,
        #[schemars(url)]
        page: Option<String>,
        #[schemars(extend("format" = "hostname"))]
        host: String,
    }

    let fields = &schema::<Contact>(ProtocolVersion::LATEST)["properties"];
    assert_eq!(
        fields["mail"],
        json!({ "type": "string", "format": "email" })
    );
    assert_eq!(fields["page"], json!({ "type": "string", "format": "uri" }));
    assert_eq!(fields["host"], json!({ "type": "string" }));
}

#[test]
fn an_enum_with_one_variant_is_published_as_an_enum() {
    #[derive(ElicitForm, Deserialize, JsonSchema)]
    enum Plan {
        Free,
    }

    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Order {
        plan: Plan,
        other: Option<Plan>,
    }

    let fields = &schema::<Order>(ProtocolVersion::LATEST)["properties"];
    assert_eq!(
        fields["plan"],
        json!({ "type": "string", "enum": ["Free"] })
    );
    assert_eq!(fields["other"], fields["plan"]);
}

/// Forms that compile, but that panic at run time because the client's protocol version does not support them.
mod found_out_late {
    use super::*;

    #[derive(Deserialize, JsonSchema)]
    struct Place {
        city: String,
    }

    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Nested {
        #[elicit(foreign)]
        place: Place,
    }

    #[derive(ElicitForm, Deserialize, JsonSchema)]
    struct Listed {
        #[elicit(foreign)]
        words: Vec<String>,
    }

    #[derive(Deserialize, JsonSchema)]
    enum Either {
        One(u8),
        Two(String),
    }

    impl ElicitForm for Either {}

    #[derive(Deserialize, JsonSchema)]
    struct Open {
        #[serde(flatten)]
        others: std::collections::HashMap<String, String>,
    }

    impl ElicitForm for Open {}

    #[test]
    #[should_panic(expected = "the field `place` is not a string, a number, a boolean or a choice")]
    fn an_object_as_a_field() {
        ask::<Nested>(ProtocolVersion::LATEST, []);
    }

    #[test]
    #[should_panic(expected = "the field `words` is not a string, a number, a boolean or a choice")]
    fn a_list_of_anything() {
        ask::<Listed>(ProtocolVersion::LATEST, []);
    }

    #[test]
    #[should_panic(expected = "a form is one flat object")]
    fn one_of_several_objects() {
        ask::<Either>(ProtocolVersion::LATEST, []);
    }

    #[test]
    #[should_panic(expected = "it is not an object with fields")]
    fn an_object_of_any_names() {
        ask::<Open>(ProtocolVersion::LATEST, []);
    }

    #[test]
    #[should_panic(
        expected = "`toppings` takes several choices, which forms of 2025-06-18 do not support"
    )]
    fn lists_of_choices_before_they_existed() {
        ask::<Order>(ProtocolVersion::V2025_06_18, []);
    }
}

/// R199: a client shows the fields in the order in which it receives them.
#[test]
fn fields_keep_the_order_of_the_struct() {
    #[derive(Debug, ElicitForm, Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    struct Guest {
        name: String,
        #[serde(alias = "also_known_as")]
        a_nick_name: Option<String>,
        guests: u8,
        #[serde(default)]
        breakfast: bool,
    }

    for version in WITH_FORMS {
        let text = crate::text::<Guest>(*version);
        let schema = text.split_once(r#""properties":"#).unwrap().1;
        let places = [
            r#""name":{"#,
            r#""aNickName":{"#,
            r#""guests":{"#,
            r#""breakfast":{"#,
        ]
        .map(|field| schema.find(field).unwrap());
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains(r#""required":["name","guests"]"#), "{text}");
    }
}
