use super::{TextFault, before, name_fault, text_fault};

#[test]
fn texts_in_all_scripts() {
    // R09, R11, R12
    for text in [
        "Weather forecast",
        "Two lines\r\n\tand a tab.",
        // Persian with a zero-width non-joiner. Hebrew and Arabic with direction marks.
        "پیش\u{200c}بینی هوا",
        "\u{200f}תחזית C++\u{200f}",
        "\u{61c}٣ أيام\u{200e}",
        // Emoji: a family, a rainbow flag, a heart, a keycap digit, two national flags and a
        // black flag.
        "👨\u{200d}👩\u{200d}👧\u{200d}👦",
        "🏳\u{fe0f}\u{200d}🌈 ❤\u{fe0f} 1\u{fe0f}\u{20e3}",
        "🇳🇴 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴",
        // A Japanese place name with a variation selector after the first character.
        "葛\u{e0100}城市",
        "क्\u{200d}ष",
        "non\u{a0}breaking\u{202f}spaces\u{2003}and\u{2028}lines",
        "옛 \u{1160}한글",
        // Khmer and Thai with zero-width spaces between words. Mongolian with a vowel separator
        // before an ending.
        "ព្យាករណ៍\u{200b}អាកាសធាតុ",
        "พยากรณ์\u{200b}อากาศ",
        "ᠬᠠᠷ\u{180e}ᠠ",
    ] {
        assert_eq!(text_fault(text), None, "{text:?}");
    }
}

#[test]
fn forbidden_characters_of_texts() {
    // R09, R11, R12
    let control = [
        "\0", "\u{7}", "\u{8}", "\u{b}", "\u{1b}", "\u{7f}", "\u{85}", "\u{9f}",
    ];
    let characters = control.iter().map(|text| text.chars().next().unwrap());
    let wrong = characters.chain(
        [
            '\u{ad}'..='\u{ad}',
            '\u{180e}'..='\u{180e}',
            '\u{200b}'..='\u{200b}',
            '\u{202a}'..='\u{202e}',
            '\u{2060}'..='\u{206f}',
            '\u{fdd0}'..='\u{fdef}',
            '\u{feff}'..='\u{feff}',
            '\u{fff9}'..='\u{fffb}',
            '\u{fffe}'..='\u{ffff}',
            '\u{1ffff}'..='\u{1ffff}',
            '\u{e0000}'..='\u{e007f}',
            '\u{10fffe}'..='\u{10ffff}',
        ]
        .into_iter()
        .flatten(),
    );
    for c in wrong {
        let text = format!("Añadir{c} un número");
        let fault = Some(TextFault::Character(c, 7));
        assert_eq!(text_fault(&text), fault, "{c:?}");
        assert_eq!(before(&text, 7), "Añadir");
    }
    for behind in ["ไทย \u{200b}", "ไทย\u{200b}\u{200b}"] {
        let fault = text_fault(behind);
        assert!(matches!(fault, Some(TextFault::Character('\u{200b}', _))));
    }
    let behind_a_flag = "🏴\u{e0068}\u{e0069}\u{e007f}";
    assert_eq!(
        text_fault(behind_a_flag),
        Some(TextFault::Character('\u{e0068}', 4)),
    );
}

#[test]
fn a_name_has_no_invisible_characters() {
    for name in [
        "a\nb",
        "a\tb",
        "a\u{200c}b",
        "a\u{200e}b",
        "a\u{fe0f}b",
        "a\u{200b}b",
        "ก\u{200b}ข",
    ] {
        let c = name.chars().nth(1).unwrap();
        let first = name.chars().next().map_or(0, char::len_utf8);
        let fault = Some(TextFault::Character(c, first));
        assert_eq!(name_fault(name), fault);
    }
    for name in ["city", "todo", "none", "größe", "x y", "-"] {
        assert_eq!(name_fault(name), None, "{name}");
    }
    assert_eq!(
        name_fault("\u{3164}"),
        Some(TextFault::Character('\u{3164}', 0))
    );
    assert_eq!(name_fault(" "), Some(TextFault::Blank));
}

#[test]
fn texts_without_visible_characters() {
    for text in [
        "",
        " ",
        "\n\t\r\n",
        "\u{a0}\u{3000}\u{2003}",
        "\u{3164}",
        "\u{2800}\u{fe0f}",
    ] {
        assert_eq!(text_fault(text), Some(TextFault::Blank), "{text:?}");
    }
}

#[test]
fn text_before_a_character() {
    assert_eq!(before("One.\nTwo words \u{200b}", 15), "Two words");
    assert_eq!(before("\n\u{200b}", 1), "");
    assert_eq!(
        before("a long line: äöü äöü äöü\u{200b}", 33),
        "ne: äöü äöü äöü"
    );
}
