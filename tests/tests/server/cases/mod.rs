//! The cases. Each line of a script does one thing:
//!
//! ```text
//! > ID METHOD PARAMS     sends a request; without PARAMS, they are `{}`
//! > ID call TOOL ARGS    sends a call; without ARGS, they are `{}`
//! > ID start TOOL ARGS   sends a call whose progress token is its id
//! > METHOD PARAMS        sends a notification
//! > answer MEMBER        answers the latest request of the server, with `"result":…` or `"error":…`
//! > raw TEXT             sends the text
//! < ID TEXT              expects the response: a tool's text, the result, or the code, message and data of an error
//! < METHOD PARAMS        expects a request or notification of the server
//! < {…} or < […]         expects a message with this JSON
//! SENT => EXPECTED       sends a request, and expects its response; without an ID, each has its own
//! old|LINE and new|LINE  only before 2026-07-28, and only since then
//! alone|, beside|        only without a companion, and only beside one
//! each A B|LINE          for each word, in the place of `#`; `METHODS` are the methods of the server
//! 1..9|LINE              nine times, with the number in the place of `#`
//! ```
//!
//! In what is expected, `*` stands for any text. Since 2026-07-28, each request has the `_meta` that it needs, unless
//! its PARAMS name a version; `MODERN` stands for these members in other texts. Other words in capitals:
//!
//! ```text
//! VERSION            the protocol version of the client
//! NOID               the id in the error of a message without a known id: `null` or none, as the version has it
//! ARRAYS, OBJECTS    values that are nested too deeply
//! SEPARATORS, <ff>   characters that some clients take for the end of a line, and any byte
//! FIFTY              fifty requests of a batch
//! ```
//!
//! Messages that no line expects are a fault. So is a difference between two transports in one byte.

mod calls;
mod cancellation;
mod faults;
mod invalid;
mod live_tools;
mod messages_to_the_client;
mod versions;
