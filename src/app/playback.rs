//! What the player gets next. Pure: it is asked on every turn of the window and answers with steps.
//!
//! A programme is the part of the project's timeline ([`crate::export::plan`]) that is being heard. Lines go to the
//! player as they become ready, at most a few ahead of what is heard, so that edits of later lines are still heard.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::audio::Clip;
use crate::export::Segment;
use crate::player::Item;
use crate::script::LineId;
use crate::studio::Take;

/// How many lines beyond the one that is heard are given to the player, and how many beyond those are rendered.
const LINES_AHEAD: usize = 2;
/// Tag of a silence between lines.
pub const SILENCE_TAG: u64 = u64::MAX;

/// What is known of a line's sound when the player wants it.
pub enum Lookup {
    /// Here it is.
    Ready(Arc<Take>),
    /// It is being rendered, and this much of its beginning is there, piece by piece.
    Begun(Vec<Clip>),
    /// It waits for the breaker; this stands in for it.
    StandIn(Arc<Take>),
    /// Not yet; it has to be rendered.
    NotYet,
    /// There will be none.
    Failed,
}

/// One thing to do for playback.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// Start the player with these items, at this place of the first.
    Play {
        /// What to play first.
        items: Vec<Item>,
        /// Where to begin in the first item, seconds.
        offset_secs: f64,
    },
    /// Give the player one more item.
    Push(Item),
    /// Tell the player that no more will come.
    End,
    /// Render this line; true where playback waits for it now.
    Want(LineId, bool),
}

/// What is being heard.
#[derive(Debug)]
pub struct Programme {
    segments: Vec<Segment>,
    next: usize,
    rate_hz: u32,
    offset_secs: f64,
    /// Only these samples of the (one) line: a chunk.
    slice: Option<(usize, usize)>,
    /// Lines given to the player and not yet heard past.
    ahead: VecDeque<LineId>,
    /// The beginning of the next line, as far as it was given to the player while the line was still being rendered.
    begun: Option<(LineId, Vec<Clip>)>,
    started: bool,
    ended: bool,
}

impl Programme {
    /// A programme of `segments`, beginning `offset_secs` into its first line.
    pub fn new(segments: Vec<Segment>, rate_hz: u32, offset_secs: f64) -> Self {
        Self {
            segments,
            next: 0,
            rate_hz,
            offset_secs,
            slice: None,
            ahead: VecDeque::new(),
            begun: None,
            started: false,
            ended: false,
        }
    }

    /// A programme of some samples of one line.
    pub fn of_chunk(line: LineId, rate_hz: u32, start: usize, n_samples: usize) -> Self {
        Self { slice: Some((start, n_samples)), ..Self::new(vec![Segment::Line(line)], rate_hz, 0.0) }
    }

    /// Whether the player has been started.
    pub fn is_started(&self) -> bool {
        self.started
    }

    /// Whether the player has been given everything.
    pub fn is_complete(&self) -> bool {
        self.ended
    }

    /// The line that playback waits for or will hear first.
    pub fn next_line(&self) -> Option<LineId> {
        self.segments.iter().skip(self.next).find_map(|segment| match segment {
            Segment::Line(line) => Some(*line),
            Segment::Silence(_) => None,
        })
    }

    /// Whether the programme goes on after its first line.
    pub fn is_single_line(&self) -> bool {
        self.segments.len() == 1
    }

    /// Seconds to add to the player's place in an item to get the place in the line's clip.
    pub fn base_secs(&self) -> f64 {
        self.slice.map_or(0.0, |(start, _)| start as f64 / f64::from(self.rate_hz))
    }

    /// What to do now. `heard` is the line that is heard, `lookup` gives the sound of a line.
    pub fn pump(&mut self, heard: Option<LineId>, lookup: &mut dyn FnMut(LineId) -> Lookup) -> Vec<Step> {
        let mut steps = Vec::new();
        while let (Some(heard), Some(first)) = (heard, self.ahead.front())
            && *first != heard
            && self.ahead.contains(&heard)
        {
            self.ahead.pop_front();
        }
        let mut items = Vec::new();
        while self.ahead.len() <= LINES_AHEAD {
            let Some(segment) = self.segments.get(self.next).copied() else { break };
            match segment {
                Segment::Silence(n) => {
                    // A pause before the first line that can be heard would only delay it.
                    if self.started || !items.is_empty() {
                        items.push(Item::new(SILENCE_TAG, Clip::new(vec![0.0; n], self.rate_hz)));
                    }
                    self.next += 1;
                }
                Segment::Line(line) => match lookup(line) {
                    Lookup::Ready(take) => {
                        items.extend(self.rest_of(line, &[self.part_of(&take)]));
                        self.go_on(line);
                    }
                    Lookup::StandIn(take) => {
                        items.push(Item::new(line.0, take.clip.clone()));
                        self.go_on(line);
                    }
                    Lookup::Failed => {
                        self.begun = None;
                        self.next += 1;
                    }
                    Lookup::Begun(pieces) => {
                        // From the middle of a line nothing is played before all of it is there.
                        if self.started || self.offset_secs == 0.0 && self.slice.is_none() {
                            items.extend(self.rest_of(line, &pieces));
                            if self.begun.is_none() {
                                self.ahead.push_back(line);
                            }
                            self.begun = Some((line, pieces));
                        }
                        steps.push(Step::Want(line, true));
                        break;
                    }
                    Lookup::NotYet => {
                        steps.push(Step::Want(line, true));
                        break;
                    }
                },
            }
        }
        self.want_ahead(&mut steps, lookup);
        self.hand_over(items, &mut steps);
        steps
    }

    /// The line is given to the player; the next one comes.
    fn go_on(&mut self, line: LineId) {
        if self.begun.take().is_none() {
            self.ahead.push_back(line);
        }
        self.next += 1;
    }

    /// What of the line's sound was not given to the player yet. Where the beginning that was is another one (the line was
    /// changed while it was heard, or had to be spoken anew), the line is heard again from its start.
    fn rest_of(&self, line: LineId, sound: &[Clip]) -> Vec<Item> {
        let given = self.begun.as_ref().filter(|(begun, given)| *begun == line && begins(given, sound));
        let n_given = given.map_or(0, |(_, given)| given.iter().map(Clip::len).sum::<usize>());
        let mut items = Vec::new();
        let mut at = 0;
        for clip in sound {
            let from = n_given.saturating_sub(at).min(clip.len());
            if from < clip.len() || n_given == 0 {
                let rest = if from == 0 { clip.clone() } else { Clip::new(&clip.samples[from..], clip.rate_hz) };
                let start_secs = (at + from) as f64 / f64::from(self.rate_hz);
                items.push(Item { start_secs, ..Item::new(line.0, rest) });
            }
            at += clip.len();
        }
        items
    }

    fn part_of(&self, take: &Take) -> Clip {
        match self.slice {
            Some((start, n)) => {
                let samples: Vec<f32> = take.clip.samples.iter().skip(start).take(n).copied().collect();
                Clip::new(samples, take.clip.rate_hz)
            }
            None => take.clip.clone(),
        }
    }

    /// Has the lines after the next one rendered while something is heard.
    fn want_ahead(&self, steps: &mut Vec<Step>, lookup: &mut dyn FnMut(LineId) -> Lookup) {
        let upcoming = self.segments.iter().skip(self.next).filter_map(|segment| match segment {
            Segment::Line(line) => Some(*line),
            Segment::Silence(_) => None,
        });
        let waiting = matches!(steps.first(), Some(Step::Want(..)));
        for line in upcoming.skip(usize::from(waiting)).take(LINES_AHEAD) {
            if matches!(lookup(line), Lookup::NotYet) {
                steps.push(Step::Want(line, false));
            }
        }
    }

    fn hand_over(&mut self, items: Vec<Item>, steps: &mut Vec<Step>) {
        let has_sound = items.iter().any(|item| item.tag != SILENCE_TAG);
        if self.started {
            steps.extend(items.into_iter().map(Step::Push));
        } else if has_sound {
            self.started = true;
            steps.push(Step::Play { items, offset_secs: self.offset_secs });
        }
        if self.next == self.segments.len() && !self.ended {
            self.ended = true;
            if self.started {
                steps.push(Step::End);
            }
        }
    }
}

/// Whether `sound` begins with what was given, sample for sample.
fn begins(given: &[Clip], sound: &[Clip]) -> bool {
    let is_same = |(a, b): &(&Clip, &Clip)| Arc::ptr_eq(&a.samples, &b.samples);
    let n_same = given.iter().zip(sound).take_while(is_same).count();
    let mut samples = sound[n_same..].iter().flat_map(|clip| clip.samples.iter());
    given[n_same..].iter().flat_map(|clip| clip.samples.iter()).all(|sample| samples.next() == Some(sample))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::Arc;

    use super::{Lookup, Programme, Step};
    use crate::audio::Clip;
    use crate::export::Segment;
    use crate::script::LineId;
    use crate::studio::Take;

    fn take(n: usize) -> Arc<Take> {
        Arc::new(Take {
            clip: Clip::new((0..n).map(|i| i as f32).collect::<Vec<_>>(), 1_000),
            chunks: Vec::new(),
            form: crate::text::SpokenForm::default(),
            dropped: String::new(),
            suspicions: Vec::new(),
            provider: String::new(),
            first_audio_ms: 0.0,
            render_ms: 0.0,
        })
    }

    fn segments(n: u64) -> Vec<Segment> {
        (0..n).flat_map(|i| [Segment::Silence(10), Segment::Line(LineId(i))]).skip(1).collect()
    }

    struct Sounds(HashMap<u64, Option<Arc<Take>>>);

    impl Sounds {
        fn lookup(&self) -> impl FnMut(LineId) -> Lookup {
            |line| match self.0.get(&line.0) {
                Some(Some(take)) => Lookup::Ready(Arc::clone(take)),
                Some(None) => Lookup::Failed,
                None => Lookup::NotYet,
            }
        }
    }

    fn tags(steps: &[Step]) -> Vec<String> {
        steps
            .iter()
            .map(|step| match step {
                Step::Play { items, .. } => format!("play {}", items.len()),
                Step::Push(item) => format!("push {}", item.tag.cast_signed()),
                Step::End => "end".to_owned(),
                Step::Want(line, now) => format!("want {} {now}", line.0),
            })
            .collect()
    }

    #[test]
    fn lines_are_rendered_and_pushed_as_they_are_heard() {
        let mut sounds = Sounds(HashMap::new());
        let mut programme = Programme::new(segments(5), 1_000, 0.0);
        assert_eq!(tags(&programme.pump(None, &mut sounds.lookup())), ["want 0 true", "want 1 false", "want 2 false"]);
        sounds.0.insert(0, Some(take(5)));
        let steps = programme.pump(None, &mut sounds.lookup());
        assert_eq!(tags(&steps), ["want 1 true", "want 2 false", "want 3 false", "play 2"]);
        for line in 1..5 {
            sounds.0.insert(line, Some(take(5)));
        }
        let steps = programme.pump(Some(LineId(0)), &mut sounds.lookup());
        assert_eq!(tags(&steps), ["push 1", "push -1", "push 2"], "no more than two lines ahead of what is heard");
        assert!(programme.pump(Some(LineId(0)), &mut sounds.lookup()).is_empty());
        let steps = programme.pump(Some(LineId(2)), &mut sounds.lookup());
        assert_eq!(tags(&steps), ["push -1", "push 3", "push -1", "push 4", "end"]);
        assert!(programme.is_complete());
    }

    #[test]
    fn a_line_is_heard_while_it_is_rendered_and_every_sample_once() {
        let whole = take(100);
        let clip = |range: std::ops::Range<usize>| Clip::new(&whole.clip.samples[range], 1_000);
        let mut programme = Programme::new(segments(2), 1_000, 0.0);
        let mut heard: Vec<f32> = Vec::new();
        let mut pump = |programme: &mut Programme, sound: &dyn Fn() -> Lookup| {
            let steps = programme.pump(None, &mut |line| if line.0 == 0 { sound() } else { Lookup::NotYet });
            let mut starts = Vec::new();
            for step in steps {
                let items = match step {
                    Step::Play { items, .. } => items,
                    Step::Push(item) => vec![item],
                    Step::End | Step::Want(..) => Vec::new(),
                };
                for item in items.into_iter().filter(|item| item.tag == 0) {
                    starts.push((item.start_secs * 1_000.0).round() as usize);
                    heard.extend(item.clip.samples.iter());
                }
            }
            starts
        };
        assert!(pump(&mut programme, &|| Lookup::NotYet).is_empty());
        assert_eq!(pump(&mut programme, &|| Lookup::Begun(vec![clip(0..30)])), [0]);
        assert!(programme.is_started());
        assert!(pump(&mut programme, &|| Lookup::Begun(vec![clip(0..30)])).is_empty(), "nothing new");
        assert!(pump(&mut programme, &|| Lookup::NotYet).is_empty(), "put back for something more urgent");
        assert_eq!(pump(&mut programme, &|| Lookup::Begun(vec![clip(0..30), clip(30..45), clip(45..55)])), [30, 45]);
        assert_eq!(pump(&mut programme, &|| Lookup::Ready(Arc::clone(&whole))), [55]);
        assert_eq!(heard, whole.clip.samples.to_vec());
    }

    #[test]
    fn a_line_that_became_another_one_is_heard_from_its_start() {
        let other = Arc::new(Take { clip: Clip::new(vec![7.0; 40], 1_000), ..(*take(1)).clone() });
        let mut programme = Programme::new(segments(1), 1_000, 0.0);
        programme.pump(None, &mut |_| Lookup::Begun(vec![take(30).clip.clone()]));
        let steps = programme.pump(None, &mut |_| Lookup::Ready(Arc::clone(&other)));
        let [Step::Push(item), Step::End] = &steps[..] else { panic!("{steps:?}") };
        assert_eq!((item.clip.len(), item.start_secs), (40, 0.0));
        // From the middle of a line nothing is played before all of it is there.
        let mut programme = Programme::new(segments(1), 1_000, 0.01);
        let steps = programme.pump(None, &mut |_| Lookup::Begun(vec![take(30).clip.clone()]));
        assert_eq!(steps, [Step::Want(LineId(0), true)]);
    }

    #[test]
    fn a_line_without_sound_is_skipped() {
        let sounds = Sounds(HashMap::from([(0, None), (1, Some(take(5)))]));
        let mut programme = Programme::new(segments(2), 1_000, 0.0);
        assert_eq!(tags(&programme.pump(None, &mut sounds.lookup())), ["play 1", "end"]);
        let nothing = Sounds(HashMap::from([(0, None)]));
        let mut programme = Programme::new(segments(1), 1_000, 0.0);
        assert!(programme.pump(None, &mut nothing.lookup()).is_empty());
        assert!(programme.is_complete() && !programme.is_started());
    }

    #[test]
    fn a_chunk_is_a_part_of_its_line() {
        let sounds = Sounds(HashMap::from([(3, Some(take(100)))]));
        let mut programme = Programme::of_chunk(LineId(3), 1_000, 20, 30);
        let steps = programme.pump(None, &mut sounds.lookup());
        let Some(Step::Play { items, .. }) = steps.first() else { panic!("plays") };
        assert_eq!((items[0].clip.samples[0], items[0].clip.len()), (20.0, 30));
        assert!((programme.base_secs() - 0.02).abs() < 1e-9);
    }
}
