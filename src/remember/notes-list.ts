import { isObject, type JsonValue } from '../ir/json.ts'
import type { MemoryRuleOf } from '../ir/memory-rule.ts'
import { valueText } from '../template/value-text.ts'

/** A note as the state keeps it: a text, or a text that is done or belongs to a turn. */
export type Note = string | { readonly text: string; readonly done?: true; readonly turn?: number }

/** Most notes that a key keeps, where no rule says otherwise: a state that only grows would fill every request. */
const usualMost = 200

/** Returns the text of a note. */
export const noteText = (note: Note): string => (typeof note === 'string' ? note : note.text)

/** Returns the notes that a value holds: a list's items, or a text as one. */
export function notesIn(value: JsonValue | undefined): readonly Note[] {
  if (value === undefined || value === null || value === '') return []
  if (!Array.isArray(value)) return [valueText(value)]
  return value.flatMap((item): Note[] => {
    if (!isObject(item) || typeof item.text !== 'string') return item === '' ? [] : [valueText(item)]
    const { text, done, turn } = item
    return [
      done !== true && typeof turn !== 'number'
        ? text
        : { text, ...(done === true && { done }), ...(typeof turn === 'number' && { turn }) },
    ]
  })
}

/** A note that an answer makes, or ticks off. */
interface Made {
  readonly text: string
  /** Whether the answer says that it is done; null if it says nothing of that. */
  readonly done: boolean | null
}

const item = /^\s*(?:[-*•]|\d+[.)])\s+/
const box = /^\[([ xX])\]\s*/

/** Returns the notes in an answer: the items of a list, or the whole text as one. Items may begin with `[ ]` or `[x]`. */
export function madeIn(answer: string): readonly Made[] {
  const lines = answer.split('\n').filter(line => line.trim() !== '')
  const isList = lines.every(line => item.test(line) || box.test(line))
  const texts = isList ? lines.map(line => line.replace(item, '').trim()) : [answer.trim()]
  return texts
    .map(text => {
      const [, mark] = box.exec(text) ?? []
      return { text: text.replace(box, ''), done: mark === undefined ? null : mark !== ' ' }
    })
    .filter(({ text }) => text !== '')
}

/** Returns a text by which notes are compared: case, marks at the end and blanks do not matter. */
export function sameness(text: string): string {
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  let end = plain.length
  while (end > 0 && ' .;!'.includes(plain[end - 1] as string)) end--
  return plain.slice(0, end).trim()
}

/** Returns the notes after an answer, in a turn. */
export function notesAfter(
  before: readonly Note[],
  made: readonly Made[],
  { mode, most = usualMost, olderThan }: Pick<MemoryRuleOf<'notes'>, 'mode' | 'most' | 'olderThan'>,
  turn: number,
): readonly Note[] {
  const known = new Map(before.map((note, index) => [sameness(noteText(note)), index]))
  const kept = mode === 'replace' ? [] : [...before]
  const added: Note[] = []
  for (const { text, done } of made) {
    const at = known.get(sameness(text))
    const note = noteOf(text, done === true, olderThan === undefined ? undefined : turn)
    // An item with a box is the state of that item, so it replaces the one before.
    if (at !== undefined && mode !== 'replace' && (mode === 'merge' || done !== null)) {
      if (done !== null) kept[at] = note
    } else added.push(note)
  }
  const all = mode === 'prepend' ? [...added, ...kept] : [...kept, ...added]
  return capped(
    all.filter(note => !isOld(note, turn, olderThan)),
    mode,
    most,
  )
}

function noteOf(text: string, done: boolean, turn: number | undefined): Note {
  if (!done && turn === undefined) return text
  return { text, ...(done && { done: true as const }), ...(turn !== undefined && { turn }) }
}

const isOld = (note: Note, turn: number, olderThan: number | undefined): boolean =>
  olderThan !== undefined &&
  typeof note === 'object' &&
  note.turn !== undefined &&
  turn - note.turn >= olderThan

/** Drops notes beyond the most: the done ones first, then the oldest. */
function capped(notes: readonly Note[], mode: MemoryRuleOf<'notes'>['mode'], most: number): readonly Note[] {
  const newestFirst = mode === 'prepend'
  let over = notes.length - most
  if (over <= 0) return notes
  const dropped = new Set<number>()
  const order = notes.map((_, index) => (newestFirst ? notes.length - 1 - index : index))
  const isDone = (index: number): boolean => typeof notes[index] === 'object' && notes[index].done === true
  for (const index of [...order.filter(isDone), ...order.filter(index => !isDone(index))]) {
    if (over === 0) break
    dropped.add(index)
    over--
  }
  return notes.filter((_, index) => !dropped.has(index))
}
