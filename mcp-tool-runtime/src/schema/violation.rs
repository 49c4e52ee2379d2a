//! Whether a value keeps the rules that its type publishes and does not decode by.
//!
//! An attribute such as `#[schemars(range(min = 1))]` writes a keyword into the schema of a type, and
//! its decoder knows nothing of it. A [`Check`] is made where a registry is built, and only where
//! there is such a keyword; it holds each value against the schema as schemars made it.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

use serde_json::{Map, Number, Value, json};

use super::describe::describe;
use super::document::definition_name;
use super::misfit::{Place, is_meant, is_of_type, is_ruled_out};
use crate::arguments::LISTED;

/// The keywords that are checked.
const RULES: [&str; 13] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Marks a schema with a rule in it. No keyword has a space.
const MARK: &str = "has rules";

/// The work that any value may cost: a unit is a look at one place or at a few characters.
const WORK: usize = 10_000;

/// The work that a value may cost for each unit of its size: the forms of an enum that contains
/// itself multiply with each level, and a peer chooses the number of levels.
const WORK_PER_UNIT: usize = 32;

/// The characters, in bytes, that are a unit of work.
const UNIT: usize = 16;

/// The number of schemas inside each other. JSON is read to a depth of 128.
const DEPTH: usize = 600;

/// Whether a schema, or one that it may refer to, says anything that could be a rule.
pub(crate) fn mentions_rules(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.keys().any(|key| RULES.contains(&key.as_str()))
                || members.values().any(mentions_rules)
        }
        Value::Array(items) => items.iter().any(mentions_rules),
        _ => false,
    }
}

/// The rules of one type, and of all types inside it.
#[derive(Debug)]
pub(crate) struct Check {
    schema: Value,
    /// The schema's `$defs`.
    root: Map<String, Value>,
    #[cfg(feature = "regex")]
    patterns: std::collections::BTreeMap<String, regex::Regex>,
}

impl Check {
    /// Makes the check of a schema as it was generated, if there is anything to check. `unique` is
    /// whether `uniqueItems` is published.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with patterns: that they are none, or that nothing here can check them.
    pub(crate) fn new(
        mut schema: Value,
        mut definitions: Map<String, Value>,
        unique: bool,
    ) -> Result<Option<Self>, Vec<String>> {
        strip(&mut schema, None, unique);
        for (name, definition) in &mut definitions {
            strip(definition, Some(name), unique);
        }
        let with_rules = with_rules(&mut definitions);
        for definition in definitions.values_mut() {
            mark(definition, &with_rules);
        }
        if !mark(&mut schema, &with_rules) {
            return Ok(None);
        }
        let mut patterns = Vec::new();
        let used = reached(&schema, &definitions);
        definitions.retain(|name, _| used.contains(name));
        collect_patterns(&mut schema, "", &mut patterns);
        for (name, definition) in &mut definitions {
            collect_patterns(definition, name, &mut patterns);
        }
        #[cfg(feature = "regex")]
        let patterns = compiled(patterns)?;
        #[cfg(not(feature = "regex"))]
        if !patterns.is_empty() {
            let faults = patterns.into_iter().map(|(place, pattern)| {
                format!(
                    "{place}the pattern `{pattern}` cannot be checked without the feature `regex`; \
                     switch it on: `cargo add mcp-tool-runtime --features regex`"
                )
            });
            return Err(faults.collect());
        }
        Ok(Some(Check {
            schema,
            root: Map::from_iter([("$defs".to_owned(), Value::Object(definitions))]),
            #[cfg(feature = "regex")]
            patterns,
        }))
    }

    /// Finds the rules that a value breaks. Its type has taken it, or is about to.
    pub(crate) fn violations<'v>(&'v self, value: &'v Value) -> Violations<'v> {
        let mut walk = Walk::new(self, value);
        walk.found.is_exhausted = walk.collect(&self.schema, value).is_err();
        walk.found
    }

    /// Whether a value keeps all rules.
    pub(crate) fn admits(&self, value: &Value) -> bool {
        let found = self.violations(value);
        found.listed.is_empty() && !found.is_exhausted
    }

    /// What the schema of a place says, in words that follow "expected".
    pub(crate) fn expected(&self, violation: &Violation<'_>) -> String {
        let mut schema = violation.schema.clone();
        if let Some(schema) = schema.as_object_mut()
            && let Some(kind) = kind(schema, violation.value)
        {
            schema.insert("type".to_owned(), kind);
        }
        describe(&schema, &self.root).unwrap_or_else(|| "another value".to_owned())
    }
}

/// What is wrong with a value.
#[derive(Default)]
pub(crate) struct Violations<'v> {
    pub(crate) listed: Vec<Violation<'v>>,
    /// The number of those that are not listed.
    pub(crate) more: usize,
    /// Whether the check was given up: nobody knows what else is wrong.
    pub(crate) is_exhausted: bool,
}

/// A rule that is broken.
pub(crate) struct Violation<'v> {
    /// From the outside inwards.
    pub(crate) path: Vec<Place<'v>>,
    pub(crate) value: &'v Value,
    pub(crate) broken: Broken,
    schema: &'v Value,
}

/// How a value breaks a rule.
#[derive(Clone, Copy)]
pub(crate) enum Broken {
    /// By what it is.
    Value,
    /// By its length, in characters, items or members.
    Length(usize, &'static str),
    /// By two items that are equal.
    Repeated(usize, usize),
}

/// The one type that a value has, where a schema has several.
fn kind(schema: &Map<String, Value>, value: &Value) -> Option<Value> {
    let kinds = schema.get("type")?.as_array()?;
    let own = kinds
        .iter()
        .find(|kind| is_of_type(&json!({ "type": kind }), value));
    own.cloned()
}

/// The ends of the integers that a format stands for.
fn ends(schema: &Value) -> Option<(i128, i128)> {
    Some(match schema.get("format")?.as_str()? {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "uint64" | "uint" | "uint128" => (0, u64::MAX.into()),
        _ => return None,
    })
}

/// Takes out of a schema, and of every schema inside, what the type's own decoder keeps to.
fn strip(schema: &mut Value, definition: Option<&str>, unique: bool) {
    if is_schemars_pattern(schema, definition) {
        remove(schema, "pattern");
    }
    if let Some((low, high)) = ends(schema) {
        for (keyword, end) in [("minimum", low), ("maximum", high)] {
            if schema
                .get(keyword)
                .and_then(Value::as_number)
                .and_then(whole)
                == Some(end)
            {
                remove(schema, keyword);
            }
        }
    }
    let items = schema.get("prefixItems").and_then(Value::as_array);
    if let Some(items) = items.map(|items| json!(items.len())) {
        for keyword in ["minItems", "maxItems"] {
            if schema.get(keyword) == Some(&items) {
                remove(schema, keyword);
            }
        }
    }
    if !unique || schema.get("uniqueItems") == Some(&Value::Bool(false)) {
        remove(schema, "uniqueItems");
    }
    each_part(schema, &mut |_, part| strip(part, None, unique));
}

fn remove(schema: &mut Value, keyword: &str) {
    if let Some(schema) = schema.as_object_mut() {
        schema.remove(keyword);
    }
}

/// Whether a pattern is one that schemars writes for a type of another crate, whose decoder is what
/// counts: decimal numbers, which alone are a string or a number with a pattern, and versions, which
/// have a definition of their own. No other type that schemars knows has a pattern.
fn is_schemars_pattern(schema: &Value, definition: Option<&str>) -> bool {
    const DECIMAL: &str = r"^-?\d+(\.\d+)?([eE]\d+)?$";
    const VERSION: &str = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(";

    let Some(pattern) = schema.get("pattern").and_then(Value::as_str) else {
        return false;
    };
    let is_version = || definition.is_some_and(|name| name.starts_with("SemVer"));
    (pattern == DECIMAL && is_of_type(schema, &json!(0)))
        || (pattern.starts_with(VERSION) && is_version())
}

/// Every schema that describes the same value as this one or a part of it, and can be followed.
fn each_part(schema: &mut Value, then: &mut dyn FnMut(&str, &mut Value)) {
    for (keyword, value) in schema.as_object_mut().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(named)) => named
                .iter_mut()
                .for_each(|(name, part)| then(&format!(".{name}"), part)),
            ("patternProperties", Value::Object(named)) => {
                named.values_mut().for_each(|part| then(".*", part));
            }
            ("additionalProperties" | "unevaluatedProperties", part) => then(".*", part),
            ("items", part) => then("[]", part),
            ("prefixItems", Value::Array(parts)) => parts
                .iter_mut()
                .enumerate()
                .for_each(|(position, part)| then(&format!("[{position}]"), part)),
            ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                parts.iter_mut().for_each(|part| then("", part));
            }
            _ => {}
        }
    }
}

/// The definitions that have a rule, or that lead to one that has.
fn with_rules(definitions: &mut Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for (name, definition) in &mut *definitions {
            if !found.contains(name) && mark(definition, &found) {
                found.insert(name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Marks what has rules; whether this is one of them.
fn mark(schema: &mut Value, with_rules: &BTreeSet<String>) -> bool {
    let own = RULES.iter().any(|rule| schema.get(rule).is_some());
    let mut has_rules = own || reference(schema).is_some_and(|name| with_rules.contains(&name));
    each_part(schema, &mut |_, part| has_rules |= mark(part, with_rules));
    if has_rules && let Some(schema) = schema.as_object_mut() {
        schema.insert(MARK.to_owned(), Value::Bool(true));
    }
    has_rules
}

fn is_marked(schema: &Value) -> bool {
    schema.get(MARK).is_some()
}

/// The name of the definition that a schema refers to.
fn reference(schema: &Value) -> Option<String> {
    definition_name(schema.get("$ref")?.as_str()?)
}

/// The definitions that are needed.
fn reached(schema: &Value, definitions: &Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut left = vec![schema];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(values) => left.extend(values),
            Value::Object(members) => {
                if let Some(name) = reference(value)
                    && let Some(definition) = definitions.get(&name)
                    && found.insert(name)
                {
                    left.push(definition);
                }
                left.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// The patterns of a schema, each with words about its place.
fn collect_patterns(schema: &mut Value, place: &str, patterns: &mut Vec<(String, String)>) {
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        let place = match place {
            "" => String::new(),
            place => format!("at `{}`, ", place.trim_start_matches('.')),
        };
        patterns.push((place, pattern.to_owned()));
    }
    each_part(schema, &mut |step, part| {
        collect_patterns(part, &format!("{place}{step}"), patterns);
    });
}

#[cfg(feature = "regex")]
fn compiled(
    patterns: Vec<(String, String)>,
) -> Result<std::collections::BTreeMap<String, regex::Regex>, Vec<String>> {
    let mut compiled = std::collections::BTreeMap::new();
    let mut faults = Vec::new();
    for (place, pattern) in patterns {
        match crate::arguments::compile_pattern(&pattern) {
            Ok(regex) => {
                compiled.insert(pattern, regex);
            }
            Err(error) => faults.push(format!(
                "{place}the pattern `{pattern}` is no regular expression: {error}"
            )),
        }
    }
    match faults.is_empty() {
        true => Ok(compiled),
        false => Err(faults),
    }
}

/// There is no work left.
struct Exhausted;

/// A walk through one value.
struct Walk<'v> {
    check: &'v Check,
    value: &'v Value,
    /// The work that is left.
    work: usize,
    /// Whether the size of the value was taken into account.
    is_extended: bool,
    depth: usize,
    path: Vec<Place<'v>>,
    found: Violations<'v>,
}

impl<'v> Walk<'v> {
    fn new(check: &'v Check, value: &'v Value) -> Self {
        Walk {
            check,
            value,
            work: WORK,
            is_extended: false,
            depth: 0,
            path: Vec::new(),
            found: Violations::default(),
        }
    }

    fn spend(&mut self, work: usize) -> Result<(), Exhausted> {
        if self.work < work && !self.is_extended {
            self.is_extended = true;
            self.work += size(self.value).saturating_mul(WORK_PER_UNIT);
        }
        self.work = self.work.checked_sub(work).ok_or(Exhausted)?;
        Ok(())
    }

    /// Does what is to be done one schema further in.
    fn inside<T>(
        &mut self,
        then: impl FnOnce(&mut Self) -> Result<T, Exhausted>,
    ) -> Result<T, Exhausted> {
        self.spend(1)?;
        if self.depth == DEPTH {
            return Err(Exhausted);
        }
        self.depth += 1;
        let done = then(self);
        self.depth -= 1;
        done
    }

    fn target(&self, schema: &Value) -> Option<&'v Value> {
        let definitions = self.check.root.get("$defs")?;
        definitions.get(reference(schema)?)
    }

    /// Collects the rules that a value breaks, of which its type knows nothing.
    fn collect(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Exhausted> {
        if !is_marked(schema) {
            return Ok(());
        }
        self.inside(|walk| walk.collect_here(schema, value))
    }

    fn collect_here(&mut self, schema: &'v Value, value: &'v Value) -> Result<(), Exhausted> {
        if let Some(broken) = self.broken(schema, value)? {
            self.push(schema, value, broken);
        }
        if let Some(target) = self.target(schema) {
            self.collect(target, value)?;
        }
        for branch in branches(schema, "allOf") {
            self.collect(branch, value)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = branches(schema, keyword);
            if branches.iter().any(is_marked) {
                self.choose(schema, branches, value)?;
            }
        }
        match value {
            Value::Object(members) => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (name, schema) in known.into_iter().flatten() {
                    if let Some((name, member)) = members.get_key_value(name) {
                        self.step(Place::Member(name), schema, member)?;
                    }
                }
                if let Some(others) = others(schema).filter(|others| is_marked(others)) {
                    for (name, member) in members {
                        self.spend(1)?;
                        if !self.is_described(schema, name) {
                            self.step(Place::Member(name), others, member)?;
                        }
                    }
                }
            }
            Value::Array(items) => {
                let parts = [schema.get("prefixItems"), schema.get("items")];
                if parts.into_iter().flatten().any(|part| match part {
                    Value::Array(parts) => parts.iter().any(is_marked),
                    part => is_marked(part),
                }) {
                    for (position, item) in items.iter().enumerate() {
                        if let Some(schema) = item_schema(schema, position) {
                            self.step(Place::Item(position), schema, item)?;
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn step(
        &mut self,
        place: Place<'v>,
        schema: &'v Value,
        value: &'v Value,
    ) -> Result<(), Exhausted> {
        self.path.push(place);
        self.collect(schema, value)?;
        self.path.pop();
        Ok(())
    }

    fn push(&mut self, schema: &'v Value, value: &'v Value, broken: Broken) {
        if self.found.listed.len() == LISTED {
            self.found.more += 1;
            return;
        }
        self.found.listed.push(Violation {
            path: self.path.clone(),
            value,
            broken,
            schema,
        });
    }

    /// Collects from the one form that a value has, if it breaks rules in every form.
    fn choose(
        &mut self,
        schema: &'v Value,
        branches: &'v [Value],
        value: &'v Value,
    ) -> Result<(), Exhausted> {
        let mut possible = Vec::new();
        for branch in branches {
            self.spend(1)?;
            if is_ruled_out(branch, value, &self.check.root) {
                continue;
            }
            if self.fits(branch, value, true)? {
                return Ok(());
            }
            possible.push(branch);
        }
        let mut alike = Vec::new();
        for branch in &possible {
            if self.fits(branch, value, false)? {
                alike.push(*branch);
            }
        }
        if alike.is_empty() {
            // The type takes more than its schema says, by another name of a member perhaps.
            possible.retain(|branch| is_meant(branch, value, &self.check.root));
            return match possible.as_slice() {
                [only] => self.collect(only, value),
                _ => Ok(()),
            };
        }
        match alike.as_slice() {
            [only] => self.collect(only, value),
            _ => {
                self.push(schema, value, Broken::Value);
                Ok(())
            }
        }
    }

    /// Whether a value is what a schema describes, with or without its rules.
    fn fits(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: bool,
    ) -> Result<bool, Exhausted> {
        self.inside(|walk| walk.fits_here(schema, value, rules))
    }

    fn fits_here(
        &mut self,
        schema: &'v Value,
        value: &'v Value,
        rules: bool,
    ) -> Result<bool, Exhausted> {
        if *schema == Value::Bool(false)
            || !is_of_type(schema, value)
            || !is_listed(schema, value)
            || !is_in_format(schema, value)
            || (rules && self.broken(schema, value)?.is_some())
        {
            return Ok(false);
        }
        if let Some(target) = self.target(schema)
            && !self.fits(target, value, rules)?
        {
            return Ok(false);
        }
        for branch in branches(schema, "allOf") {
            if !self.fits(branch, value, rules)? {
                return Ok(false);
            }
        }
        match value {
            Value::Object(members) => {
                let required = schema.get("required").and_then(Value::as_array);
                let mut required = required.into_iter().flatten().filter_map(Value::as_str);
                if !required.all(|name| members.contains_key(name)) {
                    return Ok(false);
                }
                let known = schema.get("properties").and_then(Value::as_object);
                let others = others(schema);
                for (name, member) in members {
                    self.spend(1)?;
                    let schema = match known.and_then(|known| known.get(name)) {
                        Some(schema) => Some(schema),
                        None => others.filter(|_| !self.is_described(schema, name)),
                    };
                    if let Some(schema) = schema
                        && !self.fits(schema, member, rules)?
                    {
                        return Ok(false);
                    }
                }
            }
            Value::Array(items) => {
                for (position, item) in items.iter().enumerate() {
                    if let Some(schema) = item_schema(schema, position)
                        && !self.fits(schema, item, rules)?
                    {
                        return Ok(false);
                    }
                }
            }
            _ => {}
        }
        'forms: for keyword in ["anyOf", "oneOf"] {
            let branches = branches(schema, keyword);
            if branches.is_empty() {
                continue;
            }
            for branch in branches {
                self.spend(1)?;
                if !is_ruled_out(branch, value, &self.check.root)
                    && self.fits(branch, value, rules)?
                {
                    continue 'forms;
                }
            }
            return Ok(false);
        }
        Ok(true)
    }

    /// Whether a member has a schema of its own: here, or in a form of the same object where the
    /// schema of all others asks for it.
    fn is_described(&self, schema: &Value, name: &str) -> bool {
        let asks = schema.get("unevaluatedProperties").is_some();
        self.has_property(schema, name, if asks { 4 } else { 0 })
    }

    fn has_property(&self, schema: &Value, name: &str, depth: usize) -> bool {
        let properties = schema.get("properties");
        if properties.is_some_and(|properties| properties.get(name).is_some()) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else {
            return false;
        };
        let forms = ["allOf", "anyOf", "oneOf"].into_iter();
        let mut forms = forms.flat_map(|keyword| branches(schema, keyword));
        forms.any(|form| self.has_property(form, name, depth))
            || self
                .target(schema)
                .is_some_and(|target| self.has_property(target, name, depth))
    }

    /// The rule of a schema's own that a value breaks.
    fn broken(&mut self, schema: &'v Value, value: &'v Value) -> Result<Option<Broken>, Exhausted> {
        let length = |least, most, length: usize, unit| {
            let bound = |keyword| schema.get(keyword).and_then(Value::as_u64);
            let length_u64 = length as u64;
            (bound(least).is_some_and(|least| length_u64 < least)
                || bound(most).is_some_and(|most| length_u64 > most))
            .then_some(Broken::Length(length, unit))
        };
        Ok(match value {
            Value::Number(number) => {
                let is_kept = |keyword, kept: fn(Ordering) -> bool| {
                    let bound = schema.get(keyword).and_then(Value::as_number);
                    bound.is_none_or(|bound| compare(number, bound).is_some_and(kept))
                };
                let multiple = schema.get("multipleOf").and_then(Value::as_number);
                let is_kept = is_kept("minimum", Ordering::is_ge)
                    && is_kept("maximum", Ordering::is_le)
                    && is_kept("exclusiveMinimum", Ordering::is_gt)
                    && is_kept("exclusiveMaximum", Ordering::is_lt)
                    && multiple.is_none_or(|multiple| is_multiple(number, multiple));
                (!is_kept).then_some(Broken::Value)
            }
            Value::String(text) => {
                let has = |keyword| schema.get(keyword).is_some();
                if !has("minLength") && !has("maxLength") && !has("pattern") {
                    return Ok(None);
                }
                self.spend(text.len() / UNIT)?;
                let count = text.chars().count();
                match length("minLength", "maxLength", count, "character") {
                    None if !self.matches(schema, text) => Some(Broken::Value),
                    broken => broken,
                }
            }
            Value::Array(items) => match length("minItems", "maxItems", items.len(), "item") {
                None if schema.get("uniqueItems").is_some() => self
                    .repeated(items)?
                    .map(|(one, other)| Broken::Repeated(one, other)),
                broken => broken,
            },
            Value::Object(members) => {
                length("minProperties", "maxProperties", members.len(), "member")
            }
            Value::Null | Value::Bool(_) => None,
        })
    }

    #[cfg(feature = "regex")]
    fn matches(&self, schema: &Value, text: &str) -> bool {
        let pattern = schema.get("pattern").and_then(Value::as_str);
        let regex = pattern.and_then(|pattern| self.check.patterns.get(pattern));
        regex.is_none_or(|regex| regex.is_match(text))
    }

    /// No registry with a pattern is built.
    #[cfg(not(feature = "regex"))]
    fn matches(&self, _: &Value, _: &str) -> bool {
        true
    }

    /// The positions of two items that are equal: by digests, so that no two others are compared.
    fn repeated(&mut self, items: &'v [Value]) -> Result<Option<(usize, usize)>, Exhausted> {
        let state = RandomState::new();
        let mut digests = Vec::new();
        for (position, item) in items.iter().enumerate() {
            digests.push((self.digest(&state, item)?, position));
        }
        digests.sort_unstable();
        let same = digests.windows(2).filter_map(|pair| match pair {
            [(one, first), (other, second)] if one == other => Some((*first, *second)),
            _ => None,
        });
        Ok(same.min())
    }

    /// A digest that equal values share: `1` and `1.0` are equal, and so are objects with the same
    /// members. It is keyed anew for each list, so that nobody can make two others share one.
    fn digest(&mut self, state: &RandomState, value: &Value) -> Result<u64, Exhausted> {
        self.spend(1)?;
        Ok(match value {
            Value::Null => state.hash_one(0_u8),
            Value::Bool(value) => state.hash_one((1_u8, value)),
            Value::Number(number) => match whole(number) {
                Some(whole) => state.hash_one((2_u8, whole)),
                None => state.hash_one((3_u8, number.as_f64().map(f64::to_bits))),
            },
            Value::String(text) => {
                self.spend(text.len() / UNIT)?;
                state.hash_one((4_u8, text))
            }
            Value::Array(items) => {
                let mut hasher = state.build_hasher();
                (5_u8, items.len()).hash(&mut hasher);
                for item in items {
                    self.digest(state, item)?.hash(&mut hasher);
                }
                hasher.finish()
            }
            Value::Object(members) => {
                let mut sum = 0_u64;
                for (name, member) in members {
                    self.spend(name.len() / UNIT)?;
                    let member = self.digest(state, member)?;
                    sum = sum.wrapping_add(state.hash_one((6_u8, name, member)));
                }
                state.hash_one((7_u8, members.len(), sum))
            }
        })
    }
}

/// The size of a value in units of work.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / UNIT,
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            let of = |(name, member): (&String, &Value)| name.len() / UNIT + size(member);
            1 + members.iter().map(of).sum::<usize>()
        }
        _ => 1,
    }
}

fn branches<'s>(schema: &'s Value, keyword: &str) -> &'s [Value] {
    let branches = schema.get(keyword).and_then(Value::as_array);
    branches.map_or(&[], Vec::as_slice)
}

/// The schema of members without one of their own. The names of those with a pattern were decoded,
/// and all have the same schema.
fn others(schema: &Value) -> Option<&Value> {
    let patterns = schema.get("patternProperties").and_then(Value::as_object);
    patterns
        .and_then(|patterns| patterns.values().next())
        .or_else(|| schema.get("additionalProperties"))
        .or_else(|| schema.get("unevaluatedProperties"))
}

fn item_schema(schema: &Value, position: usize) -> Option<&Value> {
    let first = schema.get("prefixItems").and_then(Value::as_array);
    first
        .and_then(|first| first.get(position))
        .or_else(|| schema.get("items"))
}

fn is_listed(schema: &Value, value: &Value) -> bool {
    let same = |only: &Value| match (only, value) {
        (Value::Number(only), Value::Number(value)) => {
            compare(only, value).is_some_and(Ordering::is_eq)
        }
        (only, value) => only == value,
    };
    let listed = schema.get("enum").and_then(Value::as_array);
    schema.get("const").is_none_or(same) && listed.is_none_or(|listed| listed.iter().any(same))
}

fn is_in_format(schema: &Value, value: &Value) -> bool {
    let (Value::Number(number), Some((low, high))) = (value, ends(schema)) else {
        return true;
    };
    whole(number).is_some_and(|number| (low..=high).contains(&number))
}

/// The integer that a number is.
fn whole(number: &Number) -> Option<i128> {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;

    let unsigned = number.as_u64().map(i128::from);
    unsigned
        .or_else(|| number.as_i64().map(i128::from))
        .or_else(|| {
            let float = number.as_f64()?;
            (float.fract() == 0.0 && float.abs() <= TWO_64).then_some(float as i128)
        })
}

fn compare(one: &Number, other: &Number) -> Option<Ordering> {
    match (whole(one), whole(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

/// Whether a number is a multiple of another one, as they are written: 0.3 is one of 0.1.
fn is_multiple(number: &Number, of: &Number) -> bool {
    if let (Some((one, one_scale)), Some((other, other_scale))) = (decimal(number), decimal(of)) {
        let scale = one_scale.max(other_scale);
        let scaled = |digits: i128, own: u32| digits.checked_mul(10_i128.checked_pow(scale - own)?);
        if let (Some(one), Some(other)) = (scaled(one, one_scale), scaled(other, other_scale)) {
            return other == 0 || one % other == 0;
        }
    }
    match (number.as_f64(), of.as_f64()) {
        (Some(number), Some(of)) => number % of == 0.0,
        _ => true,
    }
}

/// The digits of a number and how many of them are behind the point.
fn decimal(number: &Number) -> Option<(i128, u32)> {
    if let Some(whole) = whole(number) {
        return Some((whole, 0));
    }
    let text = number.to_string();
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text.as_str(), 0),
    };
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let scale = i32::try_from(after.len()).ok()?.checked_sub(exponent)?;
    let scale = u32::try_from(scale).ok()?;
    Some((format!("{before}{after}").parse().ok()?, scale))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};
    use std::num::NonZeroI32;

    use schemars::JsonSchema;
    use serde_json::json;

    use super::*;
    use crate::SchemaProfile;

    fn check<T: JsonSchema>() -> Option<Check> {
        let mut generator = SchemaProfile::AsGenerated.reader();
        let schema = generator.subschema_for::<T>().to_value();
        Check::new(schema, generator.take_definitions(true), false).unwrap()
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)] // Only its schema counts.
    struct Plain {
        number: u8,
        next: Option<Box<Plain>>,
        map: BTreeMap<u64, (i32, f32)>,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Ruled {
        #[schemars(range(max = 3))]
        number: u8,
        next: Option<Box<Ruled>>,
        plain: Plain,
        numbers: Vec<i64>,
    }

    /// Nothing runs in a call where the decoder of the type keeps to all that is published.
    #[test]
    fn types_without_rules_have_no_check() {
        assert!(check::<u8>().is_none());
        assert!(check::<Option<i64>>().is_none());
        assert!(check::<NonZeroI32>().is_none());
        assert!(check::<(u8, String, Option<(u32,)>)>().is_none());
        assert!(check::<HashSet<String>>().is_none());
        assert!(check::<Vec<Plain>>().is_none());
        assert!(check::<Ruled>().is_some());
    }

    /// A part without rules is not looked into.
    #[test]
    fn only_the_way_to_a_rule_is_walked() {
        let check = check::<Ruled>().unwrap();
        let numbers: Vec<_> = (0..100_000).collect();
        let value = json!({
            "number": 3, "numbers": numbers, "next": null,
            "plain": { "number": 255, "next": null, "map": {} },
        });
        let mut walk = Walk::new(&check, &value);
        assert!(walk.collect(&check.schema, &value).is_ok());
        assert!(WORK - walk.work < 10, "{}", WORK - walk.work);
    }

    /// Digests of all items, and no comparison of each with each.
    #[test]
    fn unique_items_are_found_in_one_pass() {
        let schema = json!({ "type": "array", "uniqueItems": true });
        let check = Check::new(schema, Map::new(), true).unwrap().unwrap();
        let mut items: Vec<_> = (0..100_000).map(|number| json!([number])).collect();
        let work_of = |items: Vec<Value>, admitted: bool| {
            let value = Value::Array(items);
            let mut walk = Walk::new(&check, &value);
            assert!(walk.collect(&check.schema, &value).is_ok());
            assert_eq!(walk.found.listed.is_empty(), admitted);
            WORK + size(&value) * WORK_PER_UNIT - walk.work
        };
        let work = work_of(items.clone(), true);
        items.push(json!([77.0]));
        assert_eq!(work_of(items, false), work + 2);
        assert!(work < 300_000, "{work}");
    }

    /// The patterns that schemars writes are those of decoders; others need the feature `regex`.
    #[test]
    fn patterns() {
        let decimal = json!({
            "type": ["string", "number"], "pattern": r"^-?\d+(\.\d+)?([eE]\d+)?$",
        });
        assert!(Check::new(decimal, Map::new(), false).unwrap().is_none());
        let version = concat!(
            r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)",
            r"(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$",
        );
        let version = json!({ "type": "string", "pattern": version });
        let definitions = Map::from_iter([("SemVer".to_owned(), version.clone())]);
        let reference = json!({ "$ref": "#/$defs/SemVer" });
        assert!(Check::new(reference, definitions, false).unwrap().is_none());
        // A member may have the same pattern, and a decoder that does not know of it.
        for own in [version, json!({ "type": "string", "pattern": "^a$" })] {
            let schema = json!({ "type": "object", "properties": { "own": own } });
            match Check::new(schema, Map::new(), false) {
                Ok(check) => {
                    assert!(cfg!(feature = "regex"));
                    assert!(!check.unwrap().admits(&json!({ "own": "b" })));
                }
                Err(faults) => {
                    assert!(!cfg!(feature = "regex"));
                    let [fault] = faults.as_slice() else {
                        panic!("{faults:?}");
                    };
                    assert!(fault.starts_with("at `own`, the pattern"), "{fault}");
                    assert!(fault.contains("without the feature `regex`"), "{fault}");
                }
            }
        }
    }
}
