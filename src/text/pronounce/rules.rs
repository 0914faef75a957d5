//! The sound rules: what two neighbouring syllables do to each other.
//!
//! Every rule looks at the final consonant of one syllable and the beginning of the next, so that one pass over the
//! pairs is enough. Article numbers are those of 표준 발음법 (Standard Korean pronunciation).

use super::hangul::{Syllable, aspirated, tense};

/// How two syllables meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// Inside a word.
    Joined,
    /// With a space between them, in one breath.
    Space,
}

/// The consonant that a final consonant or cluster is heard as before a pause or a consonant.
///
/// 제8항 (only ㄱㄴㄷㄹㅁㅂㅇ), 제9항 (ㄲㅋ → ㄱ, ㅅㅆㅈㅊㅌ → ㄷ, ㅍ → ㅂ), 제10항 (ㄳ → ㄱ, ㄵ → ㄴ, ㄼㄽㄾ → ㄹ, ㅄ → ㅂ),
/// 제11항 (ㄺ → ㄱ, ㄻ → ㅁ, ㄿ → ㅂ), 제12항 (ㅎ as ㄷ, ㄶ → ㄴ, ㅀ → ㄹ).
pub(super) const fn representative(coda: char) -> char {
    match coda {
        'ㄱ' | 'ㄲ' | 'ㅋ' | 'ㄳ' | 'ㄺ' => 'ㄱ',
        'ㄴ' | 'ㄵ' | 'ㄶ' => 'ㄴ',
        'ㄷ' | 'ㅅ' | 'ㅆ' | 'ㅈ' | 'ㅊ' | 'ㅌ' | 'ㅎ' => 'ㄷ',
        'ㄹ' | 'ㄼ' | 'ㄽ' | 'ㄾ' | 'ㅀ' => 'ㄹ',
        'ㅁ' | 'ㄻ' => 'ㅁ',
        'ㅂ' | 'ㅍ' | 'ㅄ' | 'ㄿ' => 'ㅂ',
        _ => 'ㅇ',
    }
}

/// The consonant that the end of the syllable `written` is heard as before a consonant that begins `next`: [`representative`] but for
/// three stems. 제10항 다만: 밟- is `밥`, 넓- is `넙` in 넓죽하다, 넓둥글다, 넓적하다. 제11항 다만: the ㄺ of a verb or an
/// adjective is `ㄹ` before ㄱ.
fn before_consonant(written: char, coda: char, next: Syllable) -> char {
    match (coda, written) {
        ('ㄼ', '밟') => 'ㅂ',
        ('ㄼ', '넓') if matches!(next.compose(), '죽' | '둥' | '적') => 'ㅂ',
        ('ㄺ', stem) if next.onset == 'ㄱ' && !is_noun_in_rieul_giyeok(stem) => 'ㄹ',
        _ => representative(coda),
    }
}

/// The last syllables of the nouns in ㄺ: 닭 (and 수탉, 암탉, 까닭), 흙, 칡, 삵, 기슭. All other syllables in ㄺ are stems.
const fn is_noun_in_rieul_giyeok(syllable: char) -> bool {
    matches!(syllable, '닭' | '탉' | '흙' | '칡' | '삵' | '슭')
}

/// What some rules must know of the spelling: stems and endings are known by it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    /// The left syllable as written.
    pub left: char,
    /// The character after the right syllable.
    pub then: Option<char>,
}

/// Applies the rules to `left` and `right`.
pub(super) fn meet(left: &mut Syllable, right: &mut Syllable, written: Written, border: Border) {
    let Some(coda) = left.coda else { return };
    if right.onset == 'ㅇ' {
        match border {
            Border::Joined => link(left, coda, right),
            Border::Space => link_words(left, coda, right),
        }
    } else if !breathe(left, coda, right, border) {
        collide(left, coda, right, written, border);
    }
}

/// Liaison inside a word: 제13항, 제14항, with 제12항 4 (ㅎ is lost) and 제17항 (palatalisation) before it.
fn link(left: &mut Syllable, coda: char, right: &mut Syllable) {
    let (stays, moves) = match coda {
        'ㅇ' => return,
        'ㅎ' => (None, 'ㅇ'),
        'ㄶ' => (None, 'ㄴ'),
        'ㅀ' => (None, 'ㄹ'),
        'ㄳ' => (Some('ㄱ'), 'ㅆ'),
        'ㄵ' => (Some('ㄴ'), 'ㅈ'),
        'ㄺ' => (Some('ㄹ'), 'ㄱ'),
        'ㄻ' => (Some('ㄹ'), 'ㅁ'),
        'ㄼ' => (Some('ㄹ'), 'ㅂ'),
        'ㄽ' => (Some('ㄹ'), 'ㅆ'),
        'ㄾ' => (Some('ㄹ'), 'ㅌ'),
        'ㄿ' => (Some('ㄹ'), 'ㅍ'),
        'ㅄ' => (Some('ㅂ'), 'ㅆ'),
        single => (None, single),
    };
    left.coda = stays;
    right.onset = if matches!(right.vowel, 'ㅣ' | 'ㅕ') { palatal(moves) } else { moves };
}

/// 제17항: ㄷ and ㅌ (also of ㄾ) before the ㅣ of a particle or a suffix, and before the ㅕ that such an ㅣ makes with 어.
const fn palatal(letter: char) -> char {
    match letter {
        'ㄷ' => 'ㅈ',
        'ㅌ' => 'ㅊ',
        other => other,
    }
}

/// Liaison between words, 제15항: the representative sound is carried over. Only obstruents are: a sonorant sounds the
/// same carried over or not. Before ㅣ, ㅑ, ㅕ, ㅛ, ㅠ nothing is carried over, because 제29항 may hold there instead.
fn link_words(left: &mut Syllable, coda: char, right: &mut Syllable) {
    let sound = representative(coda);
    let front = matches!(right.vowel, 'ㅣ' | 'ㅑ' | 'ㅕ' | 'ㅛ' | 'ㅠ' | 'ㅒ' | 'ㅖ');
    if matches!(sound, 'ㄱ' | 'ㄷ' | 'ㅂ') && !front {
        left.coda = None;
        right.onset = sound;
    } else {
        left.coda = Some(sound);
    }
}

/// 제12항: ㅎ next to a consonant. Says whether a rule held.
fn breathe(left: &mut Syllable, coda: char, right: &mut Syllable, border: Border) -> bool {
    if border == Border::Joined && matches!(coda, 'ㅎ' | 'ㄶ' | 'ㅀ') {
        let stays = match coda {
            'ㄶ' => Some('ㄴ'),
            'ㅀ' => Some('ㄹ'),
            _ => None,
        };
        // 1: with ㄱ, ㄷ, ㅈ to ㅋ, ㅌ, ㅊ. 2: with ㅅ to ㅆ.
        let onset =
            if right.onset == 'ㅅ' { Some('ㅆ') } else { aspirated(right.onset).filter(|_| right.onset != 'ㅂ') };
        if let Some(onset) = onset {
            left.coda = stays;
            right.onset = onset;
            return true;
        }
    }
    if right.onset != 'ㅎ' {
        return false;
    }
    // 1, 붙임 1 and 2: ㄱ, ㄷ, ㅂ, ㅈ, also out of a cluster or a neutralised consonant, with the ㅎ of the next syllable.
    let (stays, stop) = match (coda, border) {
        ('ㄵ', Border::Joined) => (Some('ㄴ'), 'ㅈ'),
        ('ㄺ', Border::Joined) => (Some('ㄹ'), 'ㄱ'),
        ('ㄼ', Border::Joined) => (Some('ㄹ'), 'ㅂ'),
        // 꽂히다, 맞히다: the suffix -히-. Before other words ㅈ is a ㄷ (낮 한때).
        ('ㅈ', Border::Joined) if matches!(right.vowel, 'ㅣ' | 'ㅕ') => (None, 'ㅈ'),
        _ => (None, representative(coda)),
    };
    let Some(mut onset) = aspirated(stop) else { return false };
    // 제17항 붙임: 히 after ㄷ is [치].
    let suffix = right.vowel == 'ㅣ' || (right.vowel == 'ㅕ' && matches!(right.coda, None | Some('ㅆ')));
    if coda == 'ㄷ' && border == Border::Joined && suffix {
        onset = 'ㅊ';
    }
    left.coda = stays;
    right.onset = onset;
    true
}

/// Two consonants: neutralisation, tensification, nasalisation, lateralisation.
fn collide(left: &mut Syllable, coda: char, right: &mut Syllable, written: Written, border: Border) {
    let mut sound = before_consonant(written.left, coda, *right);
    let mut onset = right.onset;
    if border == Border::Joined && tenses(written, coda, sound, *right) {
        onset = tense(onset);
    }
    let obstruent = matches!(sound, 'ㄱ' | 'ㄷ' | 'ㅂ');
    // 제19항: ㄹ is [ㄴ] after ㅁ, ㅇ, and after ㄱ, ㅂ, which then are nasal. Between words only the latter: no Korean
    // word but the counter 리 begins with ㄹ, and a loanword keeps it.
    if onset == 'ㄹ' && (obstruent || (border == Border::Joined && matches!(sound, 'ㅁ' | 'ㅇ'))) {
        onset = 'ㄴ';
    }
    // 제18항: ㄱ, ㄷ, ㅂ are [ㅇ], [ㄴ], [ㅁ] before ㄴ, ㅁ; 붙임: also between words.
    if matches!(onset, 'ㄴ' | 'ㅁ') {
        sound = match sound {
            'ㄱ' => 'ㅇ',
            'ㄷ' => 'ㄴ',
            'ㅂ' => 'ㅁ',
            other => other,
        };
    }
    // 제20항: ㄴ next to ㄹ is [ㄹ]. Not between words.
    if border == Border::Joined && matches!((sound, onset), ('ㄴ', 'ㄹ') | ('ㄹ', 'ㄴ')) {
        (sound, onset) = ('ㄹ', 'ㄹ');
    }
    left.coda = Some(sound);
    right.onset = onset;
}

/// Whether the spelling alone says that `right` begins tense.
fn tenses(written: Written, coda: char, sound: char, right: Syllable) -> bool {
    match coda {
        // 제24항: stems in ㄻ, but not the nouns 삶 and 앎 before a particle, nor the suffix -기-.
        'ㄻ' => !after_noun_in_mieum(written.left, right.compose(), written.then),
        // 제25항: stems in ㄼ; 여덟 is a noun.
        'ㄼ' => written.left != '덟',
        // 제24항: stems in ㄵ. 제25항: stems in ㄾ. 제11항 다만 with 제23항: 맑게 is [말께].
        'ㄵ' | 'ㄾ' | 'ㄺ' => true,
        // 제23항.
        _ => matches!(sound, 'ㄱ' | 'ㄷ' | 'ㅂ'),
    }
}

/// Whether ㄻ before `right` belongs to a noun (삶도, 앎과) or the ending is the suffix of 굶기다, 옮기다, 곪기다.
fn after_noun_in_mieum(left: char, right: char, then: Option<char>) -> bool {
    match left {
        '삶' | '앎' => match right {
            '도' => then != Some('록'),
            '고' | '다' | '지' | '게' | '거' | '던' | '더' | '든' | '자' | '습' | '기' => false,
            _ => true,
        },
        '굶' | '옮' | '곪' => matches!(right, '기' | '김' | '긴' | '길' | '겨' | '겼'),
        _ => false,
    }
}

/// The vowel as it is heard. `spelled` is the syllable as written, `spoken` after the consonant rules.
///
/// 제5항 다만 1 (져, 쪄, 쳐 → `저`, `쩌`, `처`), 다만 2 (ㅖ but in 예 and 례 → `ㅔ`), 다만 3 (ㅢ after a written consonant → `ㅣ`).
/// 다만 4 is optional: the ㅢ of 주의 and the particle 의 stay `ㅢ`, the form that the article gives first.
pub(super) const fn vowel(spelled: Syllable, spoken: Syllable) -> char {
    match spelled.vowel {
        'ㅕ' if matches!(spoken.onset, 'ㅈ' | 'ㅉ' | 'ㅊ') => 'ㅓ',
        'ㅖ' if !matches!(spelled.onset, 'ㅇ' | 'ㄹ') => 'ㅔ',
        'ㅢ' if spelled.onset != 'ㅇ' => 'ㅣ',
        other => other,
    }
}
