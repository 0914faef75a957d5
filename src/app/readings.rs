//! How single places of a line are read: what a person chooses there and takes back.

use super::App;
use super::queue::Priority;
use crate::script::{LineId, readings};
use crate::text::Choice;

impl App {
    /// Reads one place of a line as `choice` says, whatever was chosen there before.
    pub(super) fn choose_reading(&mut self, line: LineId, choice: Choice) {
        let spoken = crate::text::normalize::nfc(choice.spoken.trim());
        if spoken.is_empty() {
            return; // nothing was said; leaving a word out is an edit of the text
        }
        let choice = Choice { spoken, ..choice };
        self.state.history.seal();
        self.change_line(line, None, |line| readings::set(&mut line.readings, &line.text, choice));
        self.rerender(line);
    }

    /// Takes a choice back.
    pub(super) fn clear_reading(&mut self, line: LineId, choice: &Choice) {
        self.state.history.seal();
        self.change_line(line, None, |line| line.readings.retain(|other| other != choice));
        self.rerender(line);
    }

    /// Renders a line anew that has been heard or rendered before.
    fn rerender(&mut self, line: LineId) {
        if self.state.lines.get(&line).is_some_and(|view| view.take.is_some()) {
            self.want(line, Priority::Edited);
        }
    }
}
