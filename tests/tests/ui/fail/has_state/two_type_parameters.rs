// usage: two parameters may be the same type
use mcp_tool_runtime::HasState;

trait Store {}
trait Clock {}

#[derive(HasState)]
struct App<S: Store, C: Clock> {
    store: S,
    clock: C,
}

fn main() {}
