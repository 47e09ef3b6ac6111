/**
 * Form of a text: JSON, JSON Lines, rows with columns, a unified diff, HTML, source code, lines that a
 * program wrote (listings and logs), or sentences.
 */
export type TextKind = 'json' | 'json-lines' | 'table' | 'diff' | 'markup' | 'code' | 'lines' | 'prose'
