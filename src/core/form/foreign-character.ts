/**
 * Characters that no name contains, for types, which cannot test for letters. The list has all visible ASCII
 * characters that are not part of a reference, and common others. A name with any other symbol is a key to the types,
 * but text to the parser.
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
