//! Questions to the user and requests to the client while a tool runs.
//!
//! ```text
//! elicitation the answer of the user, and the future that waits for it
//! request     requests to the client, and the capabilities that they need
//! form        the fields of a form, from the schema of a type
//! field       one field and its choices: from JSON Schema to the form of a protocol version
//! content     the content that a user submits, validated and decoded
//! bounds      the traits of forms and of their fields
//! round       one run of a tool: earlier answers and new questions
//! ```

pub(crate) mod bounds;
mod elicitation;
mod field;
mod form;
mod request;
mod round;

pub(crate) use bounds::ElicitForm;
#[doc(hidden)]
pub use bounds::{DescribeForm, FormChoice, FormField, ReadForm};
pub use elicitation::{ElicitFuture, Elicitation};
pub(crate) use form::Form;
pub use request::InputRequest;
pub(crate) use request::{Action, Decision, missing};
pub(crate) use round::{End, LazyRound, Questions, Round};
