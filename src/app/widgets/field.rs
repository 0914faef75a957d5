//! A text field over a value that lives elsewhere: typing goes into a buffer, finished text comes out.

use eframe::egui;
use egui::{Event, ImeEvent, Response, TextEdit, Ui};

/// The buffer of a field.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    /// What the field shows, text under composition included.
    pub text: String,
    /// The value that `text` was last made from or handed over as.
    pub synced: String,
    /// True while an input method is composing.
    pub composing: bool,
}

impl Buffer {
    /// Takes over a value that changed elsewhere. Never while an input method composes: the composition would be torn.
    /// True where the text was replaced.
    pub fn sync(&mut self, value: &str) -> bool {
        if self.composing || value == self.synced {
            return false;
        }
        value.clone_into(&mut self.synced);
        let replaced = self.text != value;
        value.clone_into(&mut self.text);
        replaced
    }

    /// Follows the events of this frame; `focused` tells whether they go to this field. True while composing.
    pub fn track_composition(&mut self, ui: &Ui, focused: bool) -> bool {
        if focused {
            ui.input(|input| {
                for event in &input.events {
                    match event {
                        Event::Ime(ImeEvent::Preedit { text, .. }) => self.composing = !text.is_empty(),
                        Event::Ime(ImeEvent::Commit(_)) => self.composing = false,
                        _ => {}
                    }
                }
            });
        } else {
            // The keyboard left in the middle of a composition: what stands in the field counts as typed.
            self.composing = false;
        }
        self.composing
    }

    /// The text if it is finished and differs from what was last handed over.
    pub fn take_change(&mut self) -> Option<String> {
        if self.composing || self.text == self.synced {
            return None;
        }
        self.text.clone_into(&mut self.synced);
        Some(self.text.clone())
    }
}

/// How a field looks.
#[derive(Clone, Copy)]
pub struct FieldLook<'a> {
    /// Accessible name.
    pub name: &'a str,
    /// Shown while it is empty.
    pub hint: &'a str,
    /// Width; infinity for all there is.
    pub width: f32,
}

/// A single-line field. Returns its response and, when it changed, the new text.
pub fn field(
    ui: &mut Ui,
    id: egui::Id,
    buffer: &mut Buffer,
    value: &str,
    look: FieldLook<'_>,
) -> (Response, Option<String>) {
    let focused = ui.memory(|memory| memory.has_focus(id));
    buffer.track_composition(ui, focused);
    buffer.sync(value);
    let edit = TextEdit::singleline(&mut buffer.text)
        .id(id)
        .hint_text(look.hint)
        .align(egui::Align2::LEFT_CENTER)
        .desired_width(look.width);
    let response = ui.add(edit);
    ui.ctx().accesskit_node_builder(id, |node| node.set_label(look.name));
    let change = buffer.take_change();
    (response, change)
}
