//! Takes that are on disk: known at once, read when they are heard or seen, written when they are made.

use std::sync::Arc;

use super::App;
use super::queue::Priority;
use super::state::{Level, LineStatus};
use crate::script::LineId;
use crate::studio::Take;
use crate::studio::cache::ContentKey;
use crate::studio::store::StoreKey;
use crate::studio::store::thread::{Answer, StoreThread};

impl App {
    /// The name of a line's take on disk, as the line stands.
    pub(super) fn store_key(&self, id: LineId) -> Option<StoreKey> {
        let view = self.state.lines.get(&id)?;
        let line = self.state.project.line(id)?;
        // What is known of the line may be of an older text for a moment.
        if view.analysed.as_ref() != Some(line) {
            return None;
        }
        let request = self.request(id)?;
        let info = self.voice_infos.iter().find(|info| info.id == request.voice)?;
        Some(StoreKey::of(&ContentKey::of(&request), &view.chunks, &info.model_hash))
    }

    /// Whether a line's take is on disk.
    pub(super) fn is_stored(&self, key: StoreKey) -> bool {
        self.store.as_ref().is_some_and(|store| store.contains(key))
    }

    /// Reads a line's take from disk if it is there; false where it has to be rendered.
    pub(super) fn read_stored(&mut self, id: LineId, priority: Option<Priority>) -> bool {
        let Some(key) = self.state.lines.get(&id).and_then(|view| view.store_key) else { return false };
        if !self.is_stored(key) {
            return false;
        }
        if let Some(wanted) = self.reading.get_mut(&key) {
            *wanted = (*wanted).or(priority);
            return true;
        }
        let asked = self.store.as_ref().is_some_and(|store| store.read(key));
        if asked {
            self.reading.insert(key, priority);
        }
        // Where too much waits already, whoever wants the line asks again on its next turn.
        asked || priority.is_none()
    }

    /// Keeps a take that was just made.
    pub(super) fn store_take(&mut self, id: LineId, take: &Arc<Take>) {
        if let (Some(store), Some(key)) = (&self.store, self.store_key(id))
            && !store.write(key, Arc::clone(take))
        {
            log::info!("a take is kept in memory only: the disk is behind");
        }
    }

    /// Takes what came from the disk.
    pub(super) fn poll_store(&mut self) {
        while let Some(answer) = self.store.as_ref().and_then(StoreThread::try_answer) {
            match answer {
                Answer::Opened => self.refresh_all(),
                Answer::WriteFailed(error) => {
                    self.notify_with(Level::Warning, "notice-takes-not-kept", &[("why", &error.to_string())]);
                }
                Answer::Read(key, take) => {
                    let wanted = self.reading.remove(&key).flatten();
                    let lines: Vec<LineId> = self
                        .state
                        .lines
                        .iter()
                        .filter(|(_, view)| view.store_key == Some(key))
                        .map(|(id, _)| *id)
                        .collect();
                    let Some(&first) = lines.first() else { continue };
                    let made = self
                        .state
                        .lines
                        .get(&first)
                        .and_then(|view| take.and_then(|take| take.with_text(&view.form, &view.chunks)));
                    if let (Some(made), Some(request)) = (made, self.request(first)) {
                        self.keep(ContentKey::of(&request), Arc::new(made));
                    } else if let Some(priority) = wanted {
                        self.want(first, priority);
                    }
                    for line in lines {
                        self.refresh_status(line);
                    }
                    self.timeline_is_stale = true;
                }
            }
        }
    }

    /// Puts a take into the memory cache; lines whose takes had to go for it are looked at again.
    pub(super) fn keep(&mut self, key: ContentKey, take: Arc<Take>) {
        let gone = self.cache.put(key, take);
        if gone.is_empty() {
            return;
        }
        let mut touched = Vec::new();
        for (id, view) in &mut self.state.lines {
            if view.take_of.as_deref().is_some_and(|of| gone.contains(&ContentKey::of(of))) {
                (view.take, view.take_of) = (None, None);
                if view.status == LineStatus::Ready {
                    view.status = LineStatus::Pending;
                }
                touched.push(*id);
            }
        }
        for id in touched {
            self.refresh_status(id);
        }
    }

    /// Looks at the state of every line again: the disk has told what it holds.
    fn refresh_all(&mut self) {
        let ids: Vec<LineId> = self.state.lines.keys().copied().collect();
        for id in ids {
            self.refresh_status(id);
        }
    }
}
