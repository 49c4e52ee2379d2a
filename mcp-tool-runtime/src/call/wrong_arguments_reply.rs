//! The response to wrong arguments, and the log event about the wrong arguments.

use std::sync::Arc;

use tracing::Level;

use crate::arguments::WrongArguments;

/// A function that writes the response to wrong arguments.
pub(crate) type ReplyText = Arc<dyn Fn(&WrongArguments) -> String + Send + Sync>;

/// Determines how a registry responds to wrong arguments, and how it logs them.
#[derive(Clone)]
pub(crate) struct WrongArgumentsReply {
    pub(crate) words: Option<ReplyText>,
    pub(crate) level: Level,
    pub(crate) logs_values: bool,
}

impl Default for WrongArgumentsReply {
    fn default() -> Self {
        WrongArgumentsReply {
            words: None,
            level: Level::DEBUG,
            logs_values: false,
        }
    }
}

impl WrongArgumentsReply {
    /// Logs the number of faults, and their explanation if `logs_values` is true. Returns the text for the
    /// model.
    pub(super) fn answer(&self, wrong: &WrongArguments) -> String {
        let (tool, faults) = (wrong.tool(), wrong.faults().len() + wrong.unlisted());
        let explanation = self.logs_values.then(|| wrong.to_string());
        macro_rules! log {
            ($($level:ident)+) => {
                match self.level {
                    $(Level::$level => {
                        tracing::event!(Level::$level, tool, faults, explanation, "wrong arguments");
                    })+
                }
            };
        }
        log!(ERROR WARN INFO DEBUG TRACE);
        match &self.words {
            Some(words) => words(wrong),
            None => explanation.unwrap_or_else(|| wrong.to_string()),
        }
    }
}
