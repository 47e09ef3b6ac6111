/**
 * Characters that no name of a state key contains, as a type. A list is needed, because types cannot test for letters.
 * It has all visible ASCII characters that are not part of a reference, and other common characters. A name with a
 * symbol that is not in the list is a valid key for the types, but plain text for the parser.
 */
export type ForeignCharacter = AsciiSign | Space | Sign | EmojiHalf

type AsciiSign =
  | ('!' | '"' | '#' | '$' | '%' | '&' | "'" | '(' | ')' | '*' | '+' | ',' | '/' | ';' | '<' | '=' | '>')
  | ('?' | '@' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~')
type Space =
  | ' '
  | '\n'
  | '\r'
  | '\t'
  | '\v'
  | '\f'
  | '\u00a0'
  | '\u200b'
  | '\u200d'
  | '\u2028'
  | '\u3000'
  | '\ufeff'
type Sign =
  | ('¡' | '£' | '§' | '©' | '«' | '®' | '°' | '±' | '·' | '»' | '¿' | '×' | '÷' | '€' | '™')
  | ('–' | '—' | '‘' | '’' | '“' | '”' | '„' | '†' | '•' | '…' | '‹' | '›' | '←' | '↑' | '→' | '↓' | '⇒')
  | ('∀' | '∃' | '∈' | '∉' | '−' | '√' | '∞' | '∧' | '∨' | '∣' | '≈' | '≠' | '≤' | '≥' | '■' | '✓' | '✗')
  | ('、' | '。' | '「' | '」' | '！' | '（' | '）' | '，' | '：' | '；' | '？')
/** First UTF-16 unit of every emoji beyond U+FFFF. */
type EmojiHalf = '\ud83c' | '\ud83d' | '\ud83e'
