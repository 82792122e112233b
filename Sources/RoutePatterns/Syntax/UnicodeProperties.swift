/// The Unicode properties that JavaScript knows, as far as ASCII has a part in them.
///
/// ASCII never changes, so the sets are written down; only the list of names can grow.
enum UnicodeProperties {
  struct Property {
    var set: ASCIISet
    /// Whether the property is one of texts, not of single code points alone.
    var holdsStrings = false
  }

  /// Returns the property that `\p{name}` or `\p{name=value}` stands for, or `nil` if there is
  /// none.
  static func property(_ name: String, value: String?) -> Property? {
    guard let value else {
      if let set = category(name) ?? binary(name) { return Property(set: set) }
      // Each of their texts holds something beyond ASCII.
      return has(name, in: stringProperties) ? Property(set: ASCIISet(), holdsStrings: true) : nil
    }
    switch name {
    case "General_Category", "gc":
      return category(value).map { Property(set: $0) }
    case "Script", "sc", "Script_Extensions", "scx":
      return script(value).map { Property(set: $0) }
    default:
      return nil
    }
  }

  private static func script(_ name: String) -> ASCIISet? {
    switch name {
    case "Latin", "Latn": .letters
    case "Common", "Zyyy": ASCIISet.letters.complement
    default: has(name, in: scripts) ? ASCIISet() : nil
    }
  }

  private static func category(_ name: String) -> ASCIISet? {
    switch name {
    case "L", "Letter", "LC", "Cased_Letter": .letters
    case "Lu", "Uppercase_Letter": .uppercase
    case "Ll", "Lowercase_Letter": .lowercase
    case "N", "Number", "Nd", "Decimal_Number", "digit": .digits
    case "P", "Punctuation", "punct": ASCIISet(of: ##"!"#%&'()*,-./:;?@[\]_{}"##)
    case "Pc", "Connector_Punctuation": ASCIISet(of: "_")
    case "Pd", "Dash_Punctuation": ASCIISet(of: "-")
    case "Ps", "Open_Punctuation": ASCIISet(of: "([{")
    case "Pe", "Close_Punctuation": ASCIISet(of: ")]}")
    case "Po", "Other_Punctuation": ASCIISet(of: ##"!"#%&'*,./:;?@\"##)
    case "S", "Symbol": ASCIISet(of: "$+<=>^`|~")
    case "Sm", "Math_Symbol": ASCIISet(of: "+<=>|~")
    case "Sc", "Currency_Symbol": ASCIISet(of: "$")
    case "Sk", "Modifier_Symbol": ASCIISet(of: "^`")
    case "Z", "Separator", "Zs", "Space_Separator": ASCIISet(of: " ")
    case "C", "Other", "Cc", "Control", "cntrl": .controls
    default: has(name, in: emptyCategories) ? ASCIISet() : nil
    }
  }

  private static func binary(_ name: String) -> ASCIISet? {
    switch name {
    case "ASCII", "Any", "Assigned": .all
    case "ASCII_Hex_Digit", "AHex", "Hex_Digit", "Hex": ASCIISet(of: "0123456789ABCDEFabcdef")
    case "Alphabetic", "Alpha", "Cased", "Changes_When_Casemapped", "CWCM", "ID_Start", "IDS",
      "XID_Start", "XIDS":
      .letters
    case "Lowercase", "Lower", "Changes_When_Titlecased", "CWT", "Changes_When_Uppercased", "CWU":
      .lowercase
    case "Uppercase", "Upper", "Changes_When_Casefolded", "CWCF", "Changes_When_Lowercased", "CWL",
      "Changes_When_NFKC_Casefolded", "CWKCF":
      .uppercase
    case "ID_Continue", "IDC", "XID_Continue", "XIDC": .word
    case "White_Space", "space", "Pattern_White_Space", "Pat_WS": .space
    case "Grapheme_Base", "Gr_Base": ASCIISet.controls.complement
    case "Bidi_Mirrored", "Bidi_M": ASCIISet(of: "()<>[]{}")
    case "Case_Ignorable", "CI": ASCIISet(of: "'.:^`")
    case "Dash": ASCIISet(of: "-")
    case "Diacritic", "Dia": ASCIISet(of: "^`")
    case "Emoji", "Emoji_Component", "EComp": ASCIISet(of: "#*0123456789")
    case "Math": ASCIISet(of: "+<=>^|~")
    case "Pattern_Syntax", "Pat_Syn":
      ASCIISet.controls.union(.word).union(.space).complement
    case "Quotation_Mark", "QMark": ASCIISet(of: #""'"#)
    case "Sentence_Terminal", "STerm": ASCIISet(of: "!.?")
    case "Soft_Dotted", "SD": ASCIISet(of: "ij")
    case "Terminal_Punctuation", "Term": ASCIISet(of: "!,.:;?")
    default: has(name, in: emptyBinaries) ? ASCIISet() : nil
    }
  }

  /// Whether a name is one of the words of a list.
  private static func has(_ name: String, in words: String) -> Bool {
    let name = name.utf8
    return words.utf8.split { $0 <= 0x20 }.contains { $0.elementsEqual(name) }
  }
}

// MARK: - Names that no ASCII character has a part in

extension UnicodeProperties {
  private static let stringProperties = """
    Basic_Emoji Emoji_Keycap_Sequence RGI_Emoji RGI_Emoji_Flag_Sequence
    RGI_Emoji_Modifier_Sequence RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence
    """

  private static let emptyCategories = """
    Lt Titlecase_Letter Lm Modifier_Letter Lo Other_Letter M Mark Combining_Mark
    Mn Nonspacing_Mark Mc Spacing_Mark Me Enclosing_Mark Nl Letter_Number No Other_Number
    Pi Initial_Punctuation Pf Final_Punctuation So Other_Symbol Zl Line_Separator
    Zp Paragraph_Separator Cf Format Cs Surrogate Co Private_Use Cn Unassigned
    """

  private static let emptyBinaries = """
    Bidi_Control Bidi_C Default_Ignorable_Code_Point DI Deprecated Dep Emoji_Modifier EMod
    Emoji_Modifier_Base EBase Emoji_Presentation EPres Extended_Pictographic ExtPict Extender Ext
    Grapheme_Extend Gr_Ext IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST Ideographic Ideo
    Join_Control Join_C Logical_Order_Exception LOE Noncharacter_Code_Point NChar Radical
    Regional_Indicator RI Unified_Ideograph UIdeo Variation_Selector VS
    """

  private static let scripts = """
    Adlam Adlm Aghb Ahom Anatolian_Hieroglyphs Arab Arabic Armenian Armi Armn Avestan Avst Bali
    Balinese Bamu Bamum Bass Bassa_Vah Batak Batk Beng Bengali Bhaiksuki Bhks Bopo Bopomofo Brah
    Brahmi Brai Braille Bugi Buginese Buhd Buhid Cakm Canadian_Aboriginal Cans Cari Carian
    Caucasian_Albanian Chakma Cham Cher Cherokee Chorasmian Chrs Copt Coptic Cpmn Cprt Cuneiform
    Cypriot Cypro_Minoan Cyrillic Cyrl Deseret Deva Devanagari Diak Dives_Akuru Dogr Dogra Dsrt
    Dupl Duployan Egyp Egyptian_Hieroglyphs Elba Elbasan Elym Elymaic Ethi Ethiopic Gara Garay
    Geor Georgian Glag Glagolitic Gong Gonm Goth Gothic Gran Grantha Greek Grek Gujarati Gujr Gukh
    Gunjala_Gondi Gurmukhi Guru Gurung_Khema Han Hang Hangul Hani Hanifi_Rohingya Hano Hanunoo
    Hatr Hatran Hebr Hebrew Hira Hiragana Hluw Hmng Hmnp Hung Imperial_Aramaic Inherited
    Inscriptional_Pahlavi Inscriptional_Parthian Ital Java Javanese Kaithi Kali Kana Kannada
    Katakana Kawi Kayah_Li Khar Kharoshthi Khitan_Small_Script Khmer Khmr Khoj Khojki Khudawadi
    Kirat_Rai Kits Knda Krai Kthi Lana Lao Laoo Lepc Lepcha Limb Limbu Lina Linb Linear_A Linear_B
    Lisu Lyci Lycian Lydi Lydian Mahajani Mahj Maka Makasar Malayalam Mand Mandaic Mani Manichaean
    Marc Marchen Masaram_Gondi Medefaidrin Medf Meetei_Mayek Mend Mende_Kikakui Merc Mero
    Meroitic_Cursive Meroitic_Hieroglyphs Miao Mlym Modi Mong Mongolian Mro Mroo Mtei Mult Multani
    Myanmar Mymr Nabataean Nag_Mundari Nagm Nand Nandinagari Narb Nbat New_Tai_Lue Newa Nko Nkoo
    Nshu Nushu Nyiakeng_Puachue_Hmong Ogam Ogham Ol_Chiki Ol_Onal Olck Old_Hungarian Old_Italic
    Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian Old_Turkic Old_Uyghur
    Onao Oriya Orkh Orya Osage Osge Osma Osmanya Ougr Pahawh_Hmong Palm Palmyrene Pau_Cin_Hau Pauc
    Perm Phag Phags_Pa Phli Phlp Phnx Phoenician Plrd Prti Psalter_Pahlavi Qaac Qaai Rejang Rjng
    Rohg Runic Runr Samaritan Samr Sarb Saur Saurashtra Sgnw Sharada Shavian Shaw Shrd Sidd
    Siddham SignWriting Sind Sinh Sinhala Sogd Sogdian Sogo Sora Sora_Sompeng Soyo Soyombo Sund
    Sundanese Sunu Sunuwar Sylo Syloti_Nagri Syrc Syriac Tagalog Tagb Tagbanwa Tai_Le Tai_Tham
    Tai_Viet Takr Takri Tale Talu Tamil Taml Tang Tangsa Tangut Tavt Telu Telugu Tfng Tglg Thaa
    Thaana Thai Tibetan Tibt Tifinagh Tirh Tirhuta Tnsa Todhri Todr Toto Tulu_Tigalari Tutg Ugar
    Ugaritic Unknown Vai Vaii Vith Vithkuqi Wancho Wara Warang_Citi Wcho Xpeo Xsux Yezi Yezidi Yi
    Yiii Zanabazar_Square Zanb Zinh Zzzz
    """
}
