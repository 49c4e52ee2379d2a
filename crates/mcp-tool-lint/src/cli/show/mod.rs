//! A list of tools as a client hands it to its model. `clients.json` lists what each client does to a tool, in order, with
//! its source and date.

use mcp_tool_lint::printable;
use mcp_tool_rules::schema::{Holds, holds};
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Value, json};

/// Returns what a client shows, as text or as JSON.
pub(super) fn show(client: &str, server: &str, tools: &[Value], as_json: bool) -> String {
    let clients: Value = serde_json::from_str(include_str!("clients.json")).unwrap_or_default();
    let facts = |kind: &str| clients[client].list(kind);
    let tools = tools.iter().map(|tool| {
        let (mut shown, mut changes) = (tool.clone(), Vec::new());
        for step in facts("steps") {
            let before = shown.clone();
            change(&mut shown, step, server);
            changes.extend((shown != before).then(|| describe(step)));
        }
        json!({ "name": tool["name"], "changes": changes, "shown": shown })
    });
    let report = json!({
        "client": client,
        "tools": tools.collect::<Vec<_>>(),
        "results": facts("results").iter().map(describe).collect::<Vec<_>>(),
        "notes": facts("notes").iter().map(describe).collect::<Vec<_>>(),
    });
    if as_json {
        return format!("{report:#}\n");
    }
    let bullets = |texts: &[Value]| -> String {
        let texts = texts.iter().filter_map(Value::as_str);
        texts.map(|text| format!("  - {text}\n")).collect()
    };
    let mut text = String::new();
    for tool in report.list("tools") {
        let name = printable(text_of(tool, "name"));
        text += &format!("{name}\n{}", bullets(tool.list("changes")));
        let shown = format!("{:#}", tool["shown"]);
        text.extend(shown.lines().map(|line| format!("  {}\n", printable(line))));
        text.push('\n');
    }
    let [results, notes] = ["results", "notes"].map(|kind| bullets(report.list(kind)));
    format!("{text}Results:\n{results}\nNot shown, or not known:\n{notes}")
}

/// Returns what a client does, with the source and its date.
fn describe(fact: &Value) -> String {
    let [what, source, date] = ["what", "source", "date"].map(|member| text_of(fact, member));
    format!("{what} ({source}, {date})")
}

/// Does one step to a tool. A tool that the client does not show becomes `null`.
fn change(tool: &mut Value, step: &Value, server: &str) {
    let with = &step["with"];
    match text_of(step, "run") {
        "hide" => {
            let ui = &tool["_meta"]["ui"];
            if ui.array("visibility").is_some() && !contains(ui, "visibility", "model") {
                *tool = Value::Null;
            }
        }
        "rename" if tool.is_object() => {
            tool["name"] = rename(text_of(tool, "name"), server, with).into();
        }
        "add" => {
            if let Some(Value::Object(parent)) = tool.pointer_mut(text_of(step, "to")) {
                let member = parent.entry(text_of(step, "member")).or_insert(Value::Null);
                if member.is_null() || member == "" {
                    *member = with.clone();
                }
            }
        }
        "members" => change_members(tool, 0, with),
        run => {
            let Some(schema) = tool.get_mut("inputSchema") else {
                return;
            };
            let is_large = schema.to_string().len() > number(with, "above");
            match run {
                "nullable" => convert_nullable(schema),
                "infer_types" => walk(schema, 0, &mut |it, _| infer_type(it, with)),
                "keywords" if is_large => {
                    walk(schema, 0, &mut |it, depth| change_members(it, depth, with));
                }
                _ => {}
            }
        }
    }
}

/// Returns the name of a tool with the name of its server. In JavaScript, an emoji is two characters.
fn rename(name: &str, server: &str, with: &Value) -> String {
    let [prefix, between, chars, middle] =
        ["prefix", "between", "chars", "middle"].map(|member| text_of(with, member));
    let is_allowed = |c: &char| c.is_ascii_alphanumeric() || chars.contains(*c);
    let server = match number(with, "server") {
        0 => server.strip_prefix(prefix).unwrap_or(server).to_owned(),
        longest => {
            let is_other = |c: char| !c.is_ascii_alphanumeric() && !"_-.".contains(c);
            let mut chars: Vec<_> = server.to_lowercase().chars().collect();
            chars.dedup_by(|next, last| is_other(*next) && is_other(*last));
            let server: String = chars.into_iter().take(longest).collect();
            server.replace(is_other, "_")
        }
    };
    let full = format!("{prefix}{server}{between}{name}");
    let full = full.encode_utf16().map(|unit| char::from_u32(unit.into()));
    let mut full: String = full.map(|c| c.filter(is_allowed).unwrap_or('_')).collect();
    if full.len() > number(with, "longest") {
        let end = full.len() - number(with, "tail");
        full.replace_range(number(with, "head")..end, middle);
    }
    full
}

/// Calls a function for each schema inside a schema, with its depth, and then for the schema itself.
fn walk(schema: &mut Value, depth: usize, visit: &mut dyn FnMut(&mut Value, usize)) {
    for (keyword, value) in schema.as_object_mut().into_iter().flatten() {
        let holds = holds(keyword);
        match value {
            Value::Object(named) if holds == Some(Holds::Named) => {
                named.values_mut().for_each(|it| walk(it, depth + 1, visit));
            }
            Value::Array(listed) if holds.is_some() => {
                listed.iter_mut().for_each(|it| walk(it, depth + 1, visit));
            }
            Value::Object(_) if holds.is_some() => walk(value, depth + 1, visit),
            Value::Bool(_) if keyword == "items" => visit(value, depth + 1),
            _ => {}
        }
    }
    visit(schema, depth);
}

/// Empties an object that has one of some members, or drops or keeps some members.
fn change_members(object: &mut Value, depth: usize, with: &Value) {
    if let Value::Object(members) = object
        && (depth == 0 || with["root"] != true)
    {
        let has = |kind: &str, name: &String| contains(with, kind, name);
        if depth >= number(with, "depth") && members.keys().any(|name| has("empty", name)) {
            members.clear();
        }
        let keeps_all = with.array("keep").is_none();
        members.retain(|name, _| !has("drop", name) && (keeps_all || has("keep", name)));
    }
}

/// Adds the type that other keywords suggest, and what the type needs.
fn infer_type(schema: &mut Value, with: &Value) {
    if schema.is_boolean() {
        *schema = json!({ "type": "string" });
    }
    let Some(schema) = schema.as_object_mut() else {
        return;
    };
    if let Some(only) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([only]));
    }
    let mut types: Vec<_> = schema.types().map(Value::from).collect();
    types.retain(|name| with.list("types").contains(name));
    if types.is_empty() {
        let hint = with.list("hints").iter().find(|hint| {
            let mut keywords = hint.list("keywords").iter().filter_map(Value::as_str);
            keywords.any(|keyword| schema.contains_key(keyword))
        });
        match hint.map(|hint| &hint["type"]) {
            None => return schema.clear(),
            // The schema needs no type.
            Some(Value::Null) => return,
            Some(name) => types.push(name.clone()),
        }
    }
    for need in with.list("needs") {
        if types.contains(&need["type"]) {
            let keyword = schema.entry(text_of(need, "keyword"));
            keyword.or_insert(need["value"].clone());
        }
    }
    let only = (types.len() == 1).then(|| types[0].clone());
    schema.insert("type".to_owned(), only.unwrap_or(types.into()));
}

/// Rewrites pairs of a type and `null`, also where an object is not a schema, as in `default`.
fn convert_nullable(value: &mut Value) {
    if let [one, two] = value.list("type")
        && (one == "null") != (two == "null")
    {
        value["type"] = if one == "null" { two } else { one }.clone();
        value["nullable"] = true.into();
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(convert_nullable),
        Value::Object(members) => members.values_mut().for_each(convert_nullable),
        _ => {}
    }
}

fn text_of<'v>(value: &'v Value, member: &str) -> &'v str {
    value.text(member).unwrap_or_default()
}

fn contains(value: &Value, member: &str, text: &str) -> bool {
    value.list(member).iter().any(|it| it == text)
}

fn number(with: &Value, name: &str) -> usize {
    let number = with[name].as_u64().and_then(|it| it.try_into().ok());
    number.unwrap_or_default()
}
