/**
 * Characters that no name holds, for types: they cannot ask whether a character is a letter. All of ASCII that can be
 * seen is here, of the rest what people type; a name with another symbol is a key to the types, and text to the parser.
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
