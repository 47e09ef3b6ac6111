import { isObject, type JsonValue } from '../ir/json.ts'
import type { MemoryRuleOf } from '../ir/memory-rule.ts'
import { valueText } from '../template/value-text.ts'

/**
 * Maximum number of notes under a key, if the rule sets none. Without a maximum, the notes of a long session would fill
 * every request.
 */
const usualMost = 200

/** Returns the text of a note: a text, the text of `{ text, done, turn }`, or the JSON of another value. */
export const noteText = (note: JsonValue): string =>
  valueText(isObject(note) && typeof note.text === 'string' ? note.text : note)

export const isDone = (note: JsonValue): boolean => isObject(note) && note.done === true

/** Returns the turn in which a note was made; null if it is not recorded. */
export const turnOfNote = (note: JsonValue): number | null =>
  isObject(note) && typeof note.turn === 'number' ? note.turn : null

/** Returns the notes in a value, each unchanged: the items of a list, or any other value as one note. */
export function notesIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null || value === '') return []
  return Array.isArray(value) ? value : [value]
}

/** A note that an answer adds or marks as done. */
export interface MadeNote {
  readonly text: string
  /** Whether the answer marks the note as done or open; null if it does neither. */
  readonly done: boolean | null
}

const item = /^\s*(?:[-*+•]|\d+[.)])\s+/
const box = /^\[([ xX])\](?:\s+|$)/

/** Returns the note that a text describes; it may begin with `[ ]` or `[x]`. */
export function parseNote(text: string): MadeNote {
  const [, mark] = box.exec(text) ?? []
  return { text: text.replace(box, '').trim(), done: mark === undefined ? null : mark !== ' ' }
}

/**
 * Returns the notes in an answer: the items of its list, each with its continuation lines. An answer without a list is
 * one note; text before and after a list is ignored.
 */
export function parseNotes(answer: string): readonly MadeNote[] {
  const items: string[] = []
  let isOpen = false
  for (const line of answer.split('\n')) {
    const isItem = item.test(line) || box.test(line)
    if (isItem) items.push(line.replace(item, '').trim())
    else if (isOpen && /^\s+\S/.test(line)) items.push(`${items.pop()}\n${line.trim()}`)
    isOpen = isItem || (isOpen && /^\s+\S/.test(line))
  }
  const texts = items.length > 0 ? items : [answer.trim()]
  return texts.map(parseNote).filter(({ text }) => text !== '')
}

const endMarks = ' .;!?,:。！？，、；：'

/** Returns a text for comparing notes: case, trailing punctuation and blanks are ignored. */
export function comparableText(text: string): string {
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  let end = plain.length
  while (end > 0 && endMarks.includes(plain[end - 1] as string)) end--
  return plain.slice(0, end).trim()
}

/** Returns the notes to which the notes of an answer were added, in a given turn. */
export function addNotes(
  before: readonly JsonValue[],
  made: readonly MadeNote[],
  { mode, most = usualMost, olderThan }: Pick<MemoryRuleOf<'notes'>, 'mode' | 'most' | 'olderThan'>,
  turn: number,
): readonly JsonValue[] {
  const kept: (JsonValue | undefined)[] = mode === 'replace' ? [] : [...before]
  const added: JsonValue[] = []
  /** List and position of each note that was already seen. The key is the note's text in the form for comparisons. */
  const known = new Map(
    mode === 'replace'
      ? []
      : kept.map((note, index) => [comparableText(noteText(note as JsonValue)), [kept, index] as const]),
  )
  for (const { text, done } of made) {
    const key = comparableText(text)
    const place = known.get(key)
    const note = makeNote(text, done === true, olderThan === undefined ? undefined : turn)
    // An item with a checkbox says whether it is done, so it replaces the existing note with this text.
    if (place !== undefined && (mode === 'merge' || done !== null)) {
      const [list, index] = place
      if (done !== null) list[index] = note
    } else {
      known.set(key, [added as (JsonValue | undefined)[], added.length])
      added.push(note)
    }
  }
  const old = kept as JsonValue[]
  const all = mode === 'prepend' ? [...added, ...old] : [...old, ...added]
  return capNotes(
    all.filter(note => !isExpiredNote(note, turn, olderThan)),
    mode,
    most,
  )
}

function makeNote(text: string, done: boolean, turn: number | undefined): JsonValue {
  if (!done && turn === undefined) return text
  return { text, ...(done && { done: true }), ...(turn !== undefined && { turn }) }
}

function isExpiredNote(note: JsonValue, turn: number, olderThan: number | undefined): boolean {
  const made = turnOfNote(note)
  return olderThan !== undefined && made !== null && turn - made >= olderThan
}

/** Drops notes beyond the maximum: done ones first, then the oldest. */
function capNotes(
  notes: readonly JsonValue[],
  mode: MemoryRuleOf<'notes'>['mode'],
  most: number,
): readonly JsonValue[] {
  const over = notes.length - most
  if (over <= 0) return notes
  const order = notes.map((_, index) => (mode === 'prepend' ? notes.length - 1 - index : index))
  const done = (index: number): boolean => isDone(notes[index] as JsonValue)
  const leaving = new Set([...order.filter(done), ...order.filter(index => !done(index))].slice(0, over))
  return notes.filter((_, index) => !leaving.has(index))
}
