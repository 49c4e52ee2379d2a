//! The explanation of wrong arguments, for programs that word their own message.

use std::fmt;

use mcp_tool_schema::json_values::to_json;
use serde_json::Value;

use super::parse_problem::HALF_PAIR;

/// The explanation of arguments that a tool rejects. The model reads it as the result of the call.
///
/// [`Display`](fmt::Display) writes the default text. A registry can
/// [replace it](crate::registry::ToolRegistryBuilder::wrong_arguments).
#[derive(Clone, Debug)]
pub struct WrongArguments {
    pub(super) tool: String,
    pub(super) faults: Vec<ArgumentFault>,
    pub(super) more: usize,
    pub(super) example: Option<Value>,
}

/// One fault of the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentFault {
    /// The name of the argument, also if the tool has no such argument. Empty if the fault belongs to no single
    /// argument, or if the registry cannot determine the faulty argument.
    pub argument: String,
    /// Describes the place, the fault and, where known, the repair. The message may contain values from the
    /// call, but never values of sensitive arguments.
    pub message: String,
}

impl WrongArguments {
    /// Returns the name of the tool.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Returns the faults, at most 20. The list is empty if the arguments are nested too deeply, or if a
    /// name has half a surrogate pair, so that no Rust string can hold the name.
    pub fn faults(&self) -> &[ArgumentFault] {
        &self.faults
    }

    /// Returns the number of faults that [`faults`](Self::faults) omits.
    pub fn unlisted(&self) -> usize {
        self.more
    }

    /// Returns the arguments of a minimal valid call. Returns `None` if a required argument has no known
    /// example, if the result would exceed 1000 bytes, or if the list of faults is empty.
    pub fn example(&self) -> Option<&Value> {
        self.example.as_ref()
    }
}

impl fmt::Display for WrongArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tool = &self.tool;
        match self.faults.len() + self.more {
            0 => {
                return write!(
                    f,
                    "the arguments for `{tool}` cannot be read: they are nested too deeply, or a name {HALF_PAIR}"
                );
            }
            1 => write!(f, "wrong argument for `{tool}`:")?,
            count => write!(f, "{count} wrong arguments for `{tool}`:")?,
        }
        for fault in &self.faults {
            write!(f, "\n- {}", fault.message)?;
        }
        if self.more > 0 {
            write!(f, "\n- and {} more", self.more)?;
        }
        match &self.example {
            Some(call) => {
                let call = to_json(call);
                write!(f, "\na minimal valid call has the arguments {call}")
            }
            None => Ok(()),
        }
    }
}
