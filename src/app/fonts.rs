//! Typefaces: the machine's own Korean face for the whole interface, egui's built-in ones where there is none, and
//! the icon font.

use eframe::egui;
use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};
use fontique::{
    Attributes, Collection, CollectionOptions, FallbackKey, FontStyle, FontWeight, FontWidth, Language, QueryFamily,
    QueryStatus, Script, SourceCache, SourceCacheOptions,
};

use super::theme;

/// Faces that read well in both languages at small sizes, best first; each is looked up by its family name.
const PREFERRED: [&str; 9] = [
    "Pretendard",
    "Noto Sans KR",
    "Noto Sans CJK KR",
    "Source Han Sans KR",
    "Apple SD Gothic Neo",
    "Malgun Gothic",
    "NanumGothic",
    "Nanum Gothic",
    "Nanum Barun Gothic",
];

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// The family that draws Korean, and with it the whole interface; `None` where the machine has no Korean face.
    pub family: Option<String>,
}

/// Installs the typefaces into `ctx`. Takes some tens of milliseconds: the machine's fonts are listed.
pub fn install(ctx: &egui::Context) -> Faces {
    let mut fonts = FontDefinitions::default();
    let built_in = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let (mut regular, mut bold) = (built_in.clone(), built_in);

    let mut found = Finder::new();
    let family = found.face(FontWeight::NORMAL).map(|(name, data)| {
        fonts.font_data.insert("system".to_owned(), Arc::new(data));
        regular.insert(0, "system".to_owned());
        bold.insert(0, "system".to_owned());
        name
    });
    if let Some((_, data)) = found.face(FontWeight::BOLD) {
        fonts.font_data.insert("system-bold".to_owned(), Arc::new(data));
        bold.insert(0, "system-bold".to_owned());
    }
    fonts.font_data.insert(theme::ICONS.to_owned(), Arc::new(FontData::from_static(lucide_icons::LUCIDE_FONT_BYTES)));
    fonts.families.insert(FontFamily::Proportional, regular);
    fonts.families.insert(FontFamily::Name(theme::BOLD.into()), bold);
    fonts.families.insert(FontFamily::Name(theme::ICONS.into()), vec![theme::ICONS.to_owned()]);
    ctx.set_fonts(fonts);
    Faces { family }
}

/// The machine's fonts.
struct Finder {
    collection: Collection,
    sources: SourceCache,
}

impl Finder {
    fn new() -> Self {
        Self {
            collection: Collection::new(CollectionOptions { shared: false, system_fonts: true }),
            sources: SourceCache::new(SourceCacheOptions::default()),
        }
    }

    /// The best face of this weight that has Hangul, with the name of its family.
    fn face(&mut self, weight: FontWeight) -> Option<(String, FontData)> {
        let mut query = self.collection.query(&mut self.sources);
        query.set_families(PREFERRED.map(QueryFamily::Named));
        query.set_fallbacks(FallbackKey::new(Script::from_bytes(*b"Hang"), Language::parse("ko").ok().as_ref()));
        query.set_attributes(Attributes::new(FontWidth::NORMAL, FontStyle::Normal, weight));
        let mut found = None;
        query.matches_with(|font| {
            let has_hangul = font.charmap().is_some_and(|map| map.map('한').is_some_and(|glyph| glyph != 0));
            if has_hangul {
                found = Some(font.clone());
                QueryStatus::Stop
            } else {
                QueryStatus::Continue
            }
        });
        drop(query);
        let font = found?;
        let name = self.collection.family_name(font.family.0).unwrap_or_default().to_owned();
        let (bytes, _) = font.blob.into_raw_parts();
        Some((name, FontData::from_blob(bytes, font.index)))
    }
}
