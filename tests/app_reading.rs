//! Readings of single places through the app's actions: the word that is pointed at, what is chosen, and what follows it.

#[path = "common/studio.rs"]
mod studio;

use moksori::app::action::Action;
use moksori::app::state::LineStatus;
use moksori::app::word::Word;
use moksori::text::lexicon::Entry;
use moksori::text::{ForeignWords, Origin, ReadingOptions};
use studio::Studio;

impl Studio {
    fn spoken(&self, index: usize) -> String {
        self.app.state.lines[&self.id(index)].form.text()
    }

    /// Opens the word that contains the first occurrence of `part`.
    fn open(&mut self, index: usize, part: &str) -> Word {
        let line = self.id(index);
        let text = self.app.state.project.lines()[index].text.clone();
        let at = text.find(part).map(|byte| text.get(..byte).expect("a border").chars().count()).expect("is there");
        self.app.apply(Action::OpenWord(line, at));
        self.app.state.word.clone().expect("a word")
    }

    fn choose(&mut self, index: usize, part: &str, spoken: &str) {
        let word = self.open(index, part);
        let source = self.app.state.lines[&word.line].form.source.clone();
        self.app.apply(Action::ChooseReading { line: word.line, choice: word.choice(&source, spoken) });
    }
}

#[test]
fn the_word_that_is_pointed_at_knows_its_readings() {
    let mut studio = Studio::with_lines(&["3번 했다.", "FastAPI를 쓴다", "She paid in 1984."]);
    let word = studio.open(0, "번");
    assert_eq!((word.written.as_str(), word.spoken.as_str()), ("3번", "세 번"));
    assert!(word.alternatives.iter().any(|other| other.spoken.trim() == "삼 번"), "{:?}", word.alternatives);
    let word = studio.open(1, "API");
    assert_eq!((word.written.as_str(), word.origin), ("FastAPI", Origin::Written), "without its particle");
    let word = studio.open(2, "1984");
    assert_eq!(word.spoken, "nineteen eighty four");
    assert!(!word.alternatives.is_empty());
    // The caret behind a word means the word.
    studio.app.apply(Action::OpenWord(studio.id(2), 3));
    assert_eq!(studio.app.state.word.as_ref().map(|word| word.written.as_str()), Some("She"));
    studio.app.apply(Action::CloseWord);
    assert!(studio.app.state.word.is_none());
}

#[test]
fn a_choice_changes_this_place_renders_again_and_can_be_undone() {
    let mut studio = Studio::with_lines(&["Chapter 1984 and 1984.", "Another 1984."]);
    studio.app.apply(Action::RenderAll);
    studio.until("all are ready", |studio| (0..2).all(|index| studio.status(index) == LineStatus::Ready));
    let before = studio.spoken(0);
    studio.choose(0, "1984", "one nine eight four");
    assert!(studio.spoken(0).starts_with("Chapter one nine eight four and "), "{}", studio.spoken(0));
    assert_ne!(studio.status(0), LineStatus::Ready, "the old sound is of another reading");
    assert_eq!(studio.status(1), LineStatus::Ready, "other lines are not touched");
    studio.until("it is rendered again", |studio| studio.status(0) == LineStatus::Ready);
    studio.app.apply(Action::Undo);
    assert_eq!(studio.spoken(0), before);
    assert_eq!(studio.status(0), LineStatus::Ready, "the old sound is back at once");
    studio.app.apply(Action::Redo);
    let chosen = studio.open(0, "1984").chosen.expect("was chosen");
    studio.app.apply(Action::ClearReading { line: studio.id(0), choice: chosen });
    assert_eq!(studio.spoken(0), before);
}

#[test]
fn choices_follow_their_words_while_the_line_is_edited() {
    let mut studio = Studio::with_lines(&["A 12 and 12 here."]);
    let line = studio.id(0);
    let second = studio.app.state.lines[&line].form.source.rfind("12").expect("is there");
    studio.app.apply(Action::OpenWord(line, second));
    let word = studio.app.state.word.clone().expect("a word");
    let choice = word.choice("A 12 and 12 here.", "a dozen");
    studio.app.apply(Action::ChooseReading { line, choice });
    assert_eq!(studio.spoken(0), "A twelve and a dozen here.");
    studio.app.apply(Action::SetText { line, text: "A 12, 12 and 12 here.".to_owned() });
    assert_eq!(studio.spoken(0), "A twelve, twelve and a dozen here.");
    studio.app.apply(Action::Split { line, at_char: 9 });
    assert_eq!((studio.spoken(0), studio.spoken(1)), ("A twelve, twelve".to_owned(), "and a dozen here.".to_owned()));
    studio.app.apply(Action::MergeWithPrevious(studio.id(1)));
    assert_eq!(studio.spoken(0), "A twelve, twelve and a dozen here.");
}

#[test]
fn a_word_becomes_an_entry_and_an_entry_is_opened() {
    let mut studio = Studio::with_lines(&["Visit Reykjavik soon."]);
    studio.open(0, "Reyk");
    studio.app.apply(Action::WordToLexicon);
    let draft = studio.app.state.lexicon.draft.clone().expect("is open");
    assert_eq!(draft.entry.written, "Reykjavik");
    let mut draft = draft;
    draft.entry = Entry { spoken: "Rake ya vick".to_owned(), ..draft.entry };
    studio.app.apply(Action::Lexicon(moksori::app::action::LexiconAction::Change(draft)));
    studio.app.apply(Action::Lexicon(moksori::app::action::LexiconAction::Save));
    assert_eq!(studio.spoken(0), "Visit Rake ya vick soon.");
    assert!(studio.open(0, "Reyk").entry.is_some());
}

#[test]
fn options_of_reading_and_the_list_of_what_deserves_a_look() {
    let mut studio = Studio::with_lines(&["server를 켠다 🎉", "Plain words.", "They won 10-20."]);
    studio.app.apply(Action::SetReading(ReadingOptions {
        foreign_words: ForeignWords::Transliterated,
        ..ReadingOptions::default()
    }));
    assert_eq!(studio.spoken(0), "서버를 켠다");
    studio.until("the script is looked through", |studio| !studio.app.state.check.is_empty());
    let check = &studio.app.state.check;
    assert_eq!(check.dropped.iter().map(|found| found.number).collect::<Vec<_>>(), [1]);
    assert!(check.doubtful.iter().all(|found| found.number != 2), "{check:?}");
    studio.app.apply(Action::Undo);
    assert_eq!(studio.spoken(0), "server를 켠다");
}
