// R199: a form is one flat object of text, numbers, truth values and choices
use mcp_tool_runtime::ElicitForm;

#[derive(ElicitForm)]
union Order {
    table: u8,
}

fn main() {}
