/**
 * What a text is, as far as its form goes: JSON, JSON Lines, rows with columns, a unified diff, HTML, source code, lines that
 * somebody's program wrote (listings and logs), or sentences.
 */
export type TextKind = 'json' | 'json-lines' | 'table' | 'diff' | 'markup' | 'code' | 'lines' | 'prose'
