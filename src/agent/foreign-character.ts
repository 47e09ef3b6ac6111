/**
 * Characters that no name holds, for types: they cannot ask whether a character is a letter. Every ASCII one is here, of
 * the others those that are typed; a name with another symbol is a key to the types, and text when it runs.
 */
export type ForeignCharacter = AsciiSign | Space | Sign | EmojiHalf

type AsciiSign =
  | ('!' | '"' | '#' | '$' | '%' | '&' | "'" | '(' | ')' | '*' | '+' | ',' | '/' | ';' | '<' | '=' | '>')
  | ('?' | '@' | '[' | '\\' | ']' | '^' | '`' | '{' | '|' | '}' | '~')
type Space = ' ' | '\n' | '\r' | '\t' | '\u00a0' | '\u200b' | '\u200d' | '\u2028' | '\u3000' | '\ufeff'
type Sign =
  | ('¡' | '£' | '§' | '©' | '«' | '®' | '°' | '±' | '·' | '»' | '¿' | '×' | '÷' | '€' | '™')
  | ('–' | '—' | '‘' | '’' | '“' | '”' | '„' | '†' | '•' | '…' | '‹' | '›' | '←' | '↑' | '→' | '↓' | '⇒')
  | ('∀' | '∃' | '∈' | '∉' | '−' | '√' | '∞' | '∧' | '∨' | '∣' | '≈' | '≠' | '≤' | '≥' | '■' | '✓' | '✗')
  | ('、' | '。' | '「' | '」' | '！' | '（' | '）' | '，' | '：' | '；' | '？')
/** How every emoji beyond U+FFFF begins, in UTF-16. */
type EmojiHalf = '\ud83c' | '\ud83d' | '\ud83e'
