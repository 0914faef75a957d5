//! Colours, sizes and type of the window. The only file with colour constants.

use eframe::egui;
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, Style, TextStyle, Visuals, vec2};

use crate::settings::Theme;

/// The one corner radius of fields, buttons and cards.
pub const CORNER: u8 = 8;
/// Height of buttons and fields; no touch target is smaller than 28.
pub const CONTROL_HEIGHT: f32 = 30.0;
/// Size of interface text.
pub const TEXT: f32 = 13.0;
/// Size of captions.
pub const CAPTION: f32 = 11.5;
/// Size of the script.
pub const SCRIPT: f32 = 15.5;
/// Line height of the script: 1.6, on whole points so that every row falls on whole pixels.
pub const SCRIPT_LINE: f32 = 25.0;
/// Size of the spoken form under a line.
pub const SPOKEN: f32 = 12.5;
/// Line height of the spoken form.
pub const SPOKEN_LINE: f32 = 19.0;
/// Name of the bold family.
pub const BOLD: &str = "bold";
/// Name of the icon family.
pub const ICONS: &str = "icons";

/// The colours of one theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tokens {
    /// Behind the script.
    pub background: Color32,
    /// Behind the panels.
    pub panel: Color32,
    /// Fields, buttons, the selected row.
    pub raised: Color32,
    /// A raised thing under the pointer.
    pub hovered: Color32,
    /// Lines and borders.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub muted: Color32,
    /// Icons and numbers only.
    pub faint: Color32,
    /// Celadon: what is alive, and the one main button of an area.
    pub accent: Color32,
    /// The accent under the pointer.
    pub accent_hovered: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Behind selected text and chosen things.
    pub accent_soft: Color32,
    /// Needs attention.
    pub warning: Color32,
    /// Behind a warning.
    pub warning_soft: Color32,
    /// Failed.
    pub error: Color32,
    /// Behind an error.
    pub error_soft: Color32,
    /// Under shadows and behind dialogs.
    pub shade: Color32,
}

#[expect(clippy::disallowed_methods, reason = "this is the file where colours live")]
const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// The dark theme.
pub const DARK: Tokens = Tokens {
    background: rgb(0x15_17_1A),
    panel: rgb(0x1B_1E_22),
    raised: rgb(0x23_27_2D),
    hovered: rgb(0x2C_31_38),
    line: rgb(0x2F_34_3B),
    text: rgb(0xE9_EB_EE),
    muted: rgb(0x9A_A3_AD),
    faint: rgb(0x6C_76_80),
    accent: rgb(0x6C_C5_B3),
    accent_hovered: rgb(0x82_D3_C3),
    on_accent: rgb(0x0E_1F_1B),
    accent_soft: rgb(0x26_42_3F),
    warning: rgb(0xE3_AB_45),
    warning_soft: rgb(0x37_31_26),
    error: rgb(0xEC_74_68),
    error_soft: rgb(0x39_2A_2A),
    shade: Color32::from_black_alpha(120),
};

/// The light theme.
pub const LIGHT: Tokens = Tokens {
    background: rgb(0xF4_F3_EF),
    panel: rgb(0xFB_FA_F7),
    raised: rgb(0xFF_FF_FF),
    hovered: rgb(0xF0_EE_E8),
    line: rgb(0xDE_DB_D3),
    text: rgb(0x22_26_2A),
    muted: rgb(0x5D_66_6F),
    faint: rgb(0x8B_93_9B),
    accent: rgb(0x1F_85_74),
    accent_hovered: rgb(0x1A_73_65),
    on_accent: rgb(0xFF_FF_FF),
    accent_soft: rgb(0xD3_E8_E2),
    warning: rgb(0x9A_65_00),
    warning_soft: rgb(0xF0_E7_D3),
    error: rgb(0xB9_3A_2E),
    error_soft: rgb(0xF5_E0_DB),
    shade: Color32::from_black_alpha(70),
};

impl Tokens {
    /// The colours of the theme that `ui` is drawn in.
    pub fn of(ui: &egui::Ui) -> &'static Self {
        if ui.visuals().dark_mode { &DARK } else { &LIGHT }
    }
}

/// Interface text.
pub fn text_font() -> FontId {
    FontId::proportional(TEXT)
}

/// Captions, times and numbers.
pub fn caption_font() -> FontId {
    FontId::proportional(CAPTION)
}

/// Bold text of this size.
pub fn bold_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(BOLD.into()))
}

/// Puts the style of both themes into `ctx`.
pub fn install(ctx: &egui::Context) {
    ctx.set_style_of(egui::Theme::Dark, style(&DARK, true));
    ctx.set_style_of(egui::Theme::Light, style(&LIGHT, false));
}

/// Follows the preference: light, dark, or as the system says.
pub fn follow(ctx: &egui::Context, theme: Theme) {
    ctx.set_theme(match theme {
        Theme::System => egui::ThemePreference::System,
        Theme::Light => egui::ThemePreference::Light,
        Theme::Dark => egui::ThemePreference::Dark,
    });
}

fn style(tokens: &Tokens, dark: bool) -> Style {
    let mut style = Style { visuals: visuals(tokens, dark), ..Style::default() };
    style.text_styles = [
        (TextStyle::Small, caption_font()),
        (TextStyle::Body, text_font()),
        (TextStyle::Button, text_font()),
        (TextStyle::Heading, bold_font(16.0)),
        (TextStyle::Monospace, FontId::monospace(TEXT)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 8.0);
    spacing.button_padding = vec2(10.0, 6.0);
    spacing.interact_size = vec2(40.0, CONTROL_HEIGHT);
    spacing.menu_margin = Margin::same(4);
    spacing.window_margin = Margin::same(16);
    spacing.icon_width = 18.0;
    spacing.icon_width_inner = 10.0;
    spacing.icon_spacing = 8.0;
    spacing.tooltip_width = 320.0;
    spacing.slider_rail_height = 4.0;
    spacing.combo_height = 320.0;
    style.interaction.tooltip_delay = 0.4;
    // Labels that can be selected would steal clicks and the keyboard from the rows; texts worth copying say so.
    style.interaction.selectable_labels = false;
    // Nothing moves but what is happening.
    style.animation_time = 0.0;
    style.scroll_animation = egui::style::ScrollAnimation::none();
    style
}

fn visuals(tokens: &Tokens, dark: bool) -> Visuals {
    let mut visuals = if dark { Visuals::dark() } else { Visuals::light() };
    let corner = CornerRadius::same(CORNER);
    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.panel;
    visuals.window_stroke = Stroke::new(1.0, tokens.line);
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.menu_corner_radius = corner;
    visuals.extreme_bg_color = tokens.background;
    visuals.text_edit_bg_color = Some(tokens.raised);
    visuals.faint_bg_color = tokens.raised;
    visuals.code_bg_color = tokens.raised;
    visuals.weak_text_color = Some(tokens.muted);
    visuals.hyperlink_color = tokens.accent;
    visuals.warn_fg_color = tokens.warning;
    visuals.error_fg_color = tokens.error;
    visuals.selection.bg_fill = tokens.accent_soft;
    visuals.selection.stroke = Stroke::new(1.5, tokens.accent);
    visuals.text_cursor.stroke = Stroke::new(2.0, tokens.accent);
    visuals.ime_composition.active_underline_stroke = Stroke::new(2.0, tokens.accent);
    visuals.ime_composition.inactive_underline_stroke = Stroke::new(1.0, tokens.muted);
    visuals.slider_trailing_fill = true;
    visuals.handle_shape = egui::style::HandleShape::Circle;
    let shadow = egui::Shadow { offset: [0, 6], blur: 24, spread: 0, color: tokens.shade };
    visuals.popup_shadow = shadow;
    visuals.window_shadow = shadow;
    let widget = |fill: Color32, border: Color32, text: Color32| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: corner,
        fg_stroke: Stroke::new(1.5, text),
        expansion: 0.0,
    };
    let widgets = &mut visuals.widgets;
    widgets.noninteractive = widget(tokens.panel, tokens.line, tokens.text);
    widgets.inactive = widget(tokens.raised, tokens.line, tokens.text);
    widgets.hovered = widget(tokens.hovered, tokens.line, tokens.text);
    widgets.active = widget(tokens.hovered, tokens.accent, tokens.text);
    widgets.open = widget(tokens.hovered, tokens.line, tokens.text);
    visuals
}

#[cfg(test)]
mod tests {
    use eframe::egui;

    use super::{DARK, LIGHT, Tokens};

    /// Contrast ratio of two colours as WCAG 2 defines it.
    fn contrast(a: egui::Color32, b: egui::Color32) -> f32 {
        let luminance = |c: egui::Color32| {
            let rgba = egui::Rgba::from(c);
            0.2126 * rgba.r() + 0.7152 * rgba.g() + 0.0722 * rgba.b()
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn text_is_readable_on_everything_it_stands_on() {
        let check = |name: &str, tokens: &Tokens| {
            for (what, text, ground, least) in [
                ("text on background", tokens.text, tokens.background, 7.0),
                ("text on raised", tokens.text, tokens.raised, 7.0),
                ("muted on panel", tokens.muted, tokens.panel, 4.5),
                ("muted on raised", tokens.muted, tokens.raised, 4.5),
                ("faint on panel", tokens.faint, tokens.panel, 2.9),
                ("accent text", tokens.on_accent, tokens.accent, 4.5),
                ("warning on its ground", tokens.warning, tokens.warning_soft, 4.0),
                ("error on its ground", tokens.error, tokens.error_soft, 4.0),
                ("selected text", tokens.text, tokens.accent_soft, 7.0),
            ] {
                let ratio = contrast(text, ground);
                assert!(ratio >= least, "{name}: {what} has contrast {ratio:.2}, needs {least}");
            }
        };
        check("dark", &DARK);
        check("light", &LIGHT);
    }
}
