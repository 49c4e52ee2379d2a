//! The end of a history: the client continues all lost streams, and the server ends everything.

use super::client::Client;
use crate::messages::Answer;

impl Client {
    pub(super) async fn end(mut self) -> Result<(), String> {
        for number in 0..self.model.connections.len() {
            self.read(number, true);
        }
        // A call can ask several times.
        for round in 0..4 {
            let connections = self.model.connections.len();
            self.continue_streams().await;
            self.release_all();
            for question in self.model.questions() {
                let call = &self.model.calls[question.0];
                if call.questions[question.1].answer.is_none() && !call.is_cancelled {
                    self.answer(question, Answer::Accept, None).await;
                }
            }
            if round > 0 && self.model.connections.len() == connections {
                break;
            }
            self.settle(30).await?;
        }
        self.model.finish()?;
        for session in 0..self.model.sessions.len() {
            let user = self.model.sessions[session].user;
            self.delete((user, Some(session))).await;
        }
        self.settle(1).await?;
        for number in self.model.open() {
            self.lose(number).await?;
        }
        self.settle(1).await?;
        let is_paused = self.is_paused;
        match self.drop_server().await {
            left if left > 0 && is_paused => {
                Err(format!("{left} references to the server are left"))
            }
            _ => Ok(()),
        }
    }

    /// Continues the streams whose connections are lost, after the last event.
    async fn continue_streams(&mut self) {
        for position in 0..self.model.streams().len() {
            if self.model.is_lost(self.model.streams()[position]) {
                self.resume(position, 0, None).await;
            }
        }
    }
}
