//! Texts of the interface in every language, from `assets/texts`.

use std::borrow::Cow;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use crate::settings::UiLanguage;
use crate::text::Language;

/// The text tables of each language: file name, content.
const TABLES: [(Language, &[(&str, &str)]); 2] = [
    (
        Language::English,
        &[
            ("window.ftl", include_str!("../../assets/texts/en/window.ftl")),
            ("breaker.ftl", include_str!("../../assets/texts/en/breaker.ftl")),
            ("voices.ftl", include_str!("../../assets/texts/en/voices.ftl")),
            ("reading.ftl", include_str!("../../assets/texts/en/reading.ftl")),
            ("notices.ftl", include_str!("../../assets/texts/en/notices.ftl")),
            ("rules.ftl", include_str!("../../assets/texts/en/rules.ftl")),
            ("lexicon.ftl", include_str!("../../assets/texts/en/lexicon.ftl")),
        ],
    ),
    (
        Language::Korean,
        &[
            ("window.ftl", include_str!("../../assets/texts/ko/window.ftl")),
            ("breaker.ftl", include_str!("../../assets/texts/ko/breaker.ftl")),
            ("voices.ftl", include_str!("../../assets/texts/ko/voices.ftl")),
            ("reading.ftl", include_str!("../../assets/texts/ko/reading.ftl")),
            ("notices.ftl", include_str!("../../assets/texts/ko/notices.ftl")),
            ("rules.ftl", include_str!("../../assets/texts/ko/rules.ftl")),
            ("lexicon.ftl", include_str!("../../assets/texts/ko/lexicon.ftl")),
        ],
    ),
];

/// The texts of one language.
pub struct Texts {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// The texts in the language that the person prefers.
    pub fn new(preference: UiLanguage) -> Self {
        Self::of(match preference {
            UiLanguage::Korean => Language::Korean,
            UiLanguage::English => Language::English,
            UiLanguage::System => {
                sys_locale::get_locale().and_then(|tag| Language::from_tag(&tag)).unwrap_or(Language::English)
            }
        })
    }

    /// The texts in `language`.
    pub fn of(language: Language) -> Self {
        let locale = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![locale]);
        // The isolation marks would be drawn as boxes by faces that lack them; both languages run left to right.
        bundle.set_use_isolating(false);
        for (name, table) in TABLES.iter().filter(|(tag, _)| *tag == language).flat_map(|(_, files)| files.iter()) {
            let resource = FluentResource::try_new((*table).to_owned()).unwrap_or_else(|(resource, errors)| {
                log::error!("texts: {name} ({}): {errors:?}", language.tag());
                resource
            });
            if let Err(errors) = bundle.add_resource(resource) {
                log::error!("texts: {name} ({}): {errors:?}", language.tag());
            }
        }
        Self { language, bundle }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text `id`; the id itself where there is none.
    pub fn get<'a>(&'a self, id: &'a str) -> Cow<'a, str> {
        self.format(id, None)
    }

    /// The text `id` with values put in.
    pub fn with<'a>(&'a self, id: &'a str, values: &[(&'a str, FluentValue<'a>)]) -> String {
        let args: FluentArgs<'_> = values.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.format(id, Some(&args)).into_owned()
    }

    /// The text `id` if there is one.
    pub fn find(&self, id: &str) -> Option<Cow<'_, str>> {
        let pattern = self.bundle.get_message(id)?.value()?;
        Some(self.bundle.format_pattern(pattern, None, &mut Vec::new()))
    }

    /// The name of a language in this language.
    pub fn language_name(&self, language: Language) -> Cow<'_, str> {
        match language {
            Language::English => self.get("language-en"),
            Language::Korean => self.get("language-ko"),
        }
    }

    fn format<'a>(&'a self, id: &'a str, args: Option<&FluentArgs<'_>>) -> Cow<'a, str> {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            log::error!("texts: no `{id}` in {}", self.language.tag());
            return Cow::Borrowed(id);
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, args, &mut errors);
        for error in errors {
            log::error!("texts: `{id}` in {}: {error}", self.language.tag());
        }
        Cow::Owned(text.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{TABLES, Texts};
    use crate::text::Language;

    /// Ids of a language's tables with the variables that each uses.
    fn ids(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let mut ids = BTreeMap::new();
        for (_, files) in TABLES.iter().filter(|(tag, _)| *tag == language) {
            for (name, table) in *files {
                let mut current = String::new();
                for line in table.lines().filter(|line| !line.starts_with('#')) {
                    if let Some((id, _)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
                        current = id.to_owned();
                        assert!(ids.insert(current.clone(), BTreeSet::new()).is_none(), "{name}: `{id}` twice");
                    }
                    for part in line.split('$').skip(1) {
                        let variable: String =
                            part.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '-').collect();
                        ids.entry(current.clone()).or_default().insert(variable);
                    }
                }
            }
        }
        ids
    }

    #[test]
    fn every_language_has_every_text_with_the_same_variables() {
        let english = ids(Language::English);
        assert!(english.len() > 50);
        for language in Language::ALL {
            let table = ids(language);
            for (id, variables) in &english {
                assert_eq!(table.get(id), Some(variables), "`{id}` in {}", language.tag());
            }
            for id in table.keys() {
                assert!(english.contains_key(id), "`{id}` only in {}", language.tag());
                let texts = Texts::of(language);
                assert!(texts.bundle.get_message(id).is_some_and(|message| message.value().is_some()), "`{id}`");
            }
        }
    }

    #[test]
    fn texts_follow_the_house_style() {
        for language in Language::ALL {
            let texts = Texts::of(language);
            for id in ids(language).keys() {
                let Some(text) = texts.find(id) else { panic!("`{id}`") };
                // Suffixes of numbers may begin with the space before the unit.
                let expect = if id.ends_with("-suffix") { text.trim_end() } else { text.trim() };
                assert_eq!(text, expect, "`{id}` has white space at an end");
                assert!(!text.contains("..."), "`{id}` has three dots for …");
                let n_stops = text.matches(['.', '?', '!']).count();
                assert!(n_stops != 1 || !text.ends_with('.'), "`{id}` is one phrase and ends in a full stop: {text}");
            }
        }
    }

    /// Every text that the code asks for by a literal exists, and every text is asked for somewhere.
    #[test]
    fn the_code_and_the_tables_agree() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = String::new();
        let mut folders = vec![root.join("src/app")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    sources.push_str(&std::fs::read_to_string(&path).unwrap());
                }
            }
        }
        let table = ids(Language::English);
        for call in ["texts.get(\"", "texts.with(\""] {
            for rest in sources.split(call).skip(1) {
                let id = rest.split('"').next().unwrap_or_default();
                assert!(table.contains_key(id), "`{id}` is used but has no text");
            }
        }
        let is_of_data =
            |id: &str| ["rule-", "dropped-", "alternative-", "suspicion-"].iter().any(|kind| id.starts_with(kind));
        for id in table.keys().filter(|id| !is_of_data(id)) {
            assert!(sources.contains(&format!("\"{id}\"")), "`{id}` is never used");
        }
    }

    #[test]
    fn a_missing_text_shows_its_id_and_plurals_work() {
        let texts = Texts::of(Language::English);
        let missing = "no-such-text";
        assert_eq!(texts.get(missing), missing);
        assert_eq!(texts.with("n-lines", &[("n", 1.into())]), "1 line");
        assert_eq!(texts.with("n-lines", &[("n", 2.into())]), "2 lines");
        assert_eq!(Texts::of(Language::Korean).with("n-lines", &[("n", 2.into())]), "2줄");
    }
}
