//! The roots of schemas.

use super::super::Options;
use super::super::rule::Hit;
use super::super::subject::Subject;

pub(in crate::lint) fn root_composition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.first() else {
        return;
    };
    for keyword in ["oneOf", "anyOf", "allOf"] {
        if root.has(keyword) {
            hits.push(Hit {
                pointer: format!("{}/{keyword}", root.pointer),
                ..tool.hit(root, format!("its arguments have `{keyword}` at the root"))
            });
        }
    }
}

pub(in crate::lint) fn root_object(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    match tool.input.first() {
        Some(root) if root.get("type").is_some_and(|kind| kind == "object") => {}
        Some(root) => {
            let what = "its arguments are not said to be an object";
            hits.push(tool.hit(root, what));
        }
        None => hits.push(tool.hit_at(tool.pointer.clone(), "it has no `inputSchema`")),
    }
}

pub(in crate::lint) fn root_properties(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.input.first()
        && root.is("object")
        && !root.has("properties")
    {
        hits.push(tool.hit(root, "its input has no `properties`"));
    }
}

pub(in crate::lint) fn output_object(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.output.first()
        && root.get("type").is_none_or(|kind| kind != "object")
    {
        hits.push(tool.hit(root, "its structured content is not said to be an object"));
    }
}
