//! Random histories over HTTP: two users with sessions, clients without one, and connections that break.

mod client;
mod end;
mod events;
mod history;
mod model;

pub(crate) use self::client::run;
pub(crate) use self::history::{History, Step, history};
