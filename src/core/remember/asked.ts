import { type EffectOf, effectOf } from '../effect/effect.ts'
import type { ExtractHandler, ExtractInput } from '../effect/extract/handler.ts'
import { StatementCheck } from '../effect/summarize/check-statement.ts'
import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import type { EffectOutcome, StateDelta } from '../ir/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { MemoryRule, MemoryRuleOf } from '../ir/memory-rule.ts'
import type { State } from '../session/state.ts'
import { notesToDrop } from './dropped-notes.ts'
import type { MemoryTurn } from './memory-turn.ts'
import { addNotes, comparableText, isDone, notesIn, noteText, parseNote, turnOfNote } from './notes-list.ts'
import { valueForKey } from './shared.ts'

/** Work that a memory rule requests. */
export interface AskedMemory {
  readonly rule: MemoryRuleOf<'extract' | 'distill' | 'reconcile' | 'consolidate'>
  readonly effect: EffectOf<'extract'>
}

const prompts = {
  extract: 'Fill in the schema from what these messages say. Add nothing that they do not say.',
  distill:
    'List the facts of these messages that will matter later: preferences, decisions, names, dates, numbers. One sentence each, understandable by itself, and nothing that the messages do not say.',
  reconcile:
    'These are notes, the newest last. List pairs of their numbers: those that say the same in other words, and those of which the later one contradicts or replaces the earlier one. A pair that is only about the same thing is none.',
  consolidate:
    'These are notes. Merge those that say the same and leave out what others supersede, so that fewer remain. Keep names, numbers and quotes as they are, and add nothing.',
} as const

const textListSchema = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'array', items: { type: 'string' } } },
  required: [name],
  additionalProperties: false,
})

const pairs: JsonObject = {
  type: 'array',
  items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 },
}
const pairsSchema: JsonObject = {
  type: 'object',
  properties: { same: pairs, contradictory: pairs },
  required: ['same', 'contradictory'],
  additionalProperties: false,
}

/** Returns the work for which rules need a handler. The rules that need no handler have already changed the state. */
export function askedMemories(
  rules: readonly MemoryRule[],
  { messages, whole }: MemoryTurn,
  handler: ExtractHandler,
): readonly AskedMemory[] {
  return rules.flatMap((rule): AskedMemory[] => {
    if (rule.remember === 'capture' || rule.remember === 'notes') return []
    const input = extractInputFor(rule, messages, whole)
    return input === null ? [] : [{ rule, effect: effectOf('extract', handler, input) }]
  })
}

function extractInputFor(
  { model, ...rule }: AskedMemory['rule'],
  messages: readonly SummarizeMessage[],
  state: State,
): ExtractInput | null {
  const about = { prompt: rule.prompt ?? prompts[rule.remember], ...(model !== undefined && { model }) }
  if (rule.remember === 'extract') return { ...about, messages, schema: rule.schema }
  if (rule.remember === 'distill') return { ...about, messages, schema: textListSchema('facts') }
  const open = notesUnderKey(state, rule.key).filter(note => !isDone(note))
  if (rule.remember === 'reconcile')
    return open.length > 1 ? { ...about, messages: notesAsMessages(open), schema: pairsSchema } : null
  return open.length > rule.over
    ? { ...about, messages: notesAsMessages(open), schema: textListSchema('notes') }
    : null
}

const notesUnderKey = (state: State, key: string): readonly JsonValue[] =>
  notesIn(Object.hasOwn(state, key) ? (state[key] as JsonValue) : undefined)

const notesAsMessages = (notes: readonly JsonValue[]): readonly SummarizeMessage[] =>
  notes.map((note, seq) => ({ seq, author: 'note', text: noteText(note) }))

/** State that the outcome of the work changes. */
export interface MemoryState {
  readonly whole: State
  /** The state as a model may see it. It has the same texts that the handler got. */
  readonly seen: State
  readonly turn: number
}

/** Returns the change that the outcome of the work makes to the current state; null if it makes none. */
export function changeByOutcome(
  { rule, effect: { input } }: AskedMemory,
  outcome: EffectOutcome,
  state: MemoryState,
): StateDelta | null {
  if (!('output' in outcome)) return null
  const value = JSON.parse(outcome.output) as JsonValue
  const after =
    rule.remember === 'extract'
      ? value
      : rule.remember === 'distill'
        ? addFacts(rule, answeredTexts(value, 'facts'), input, state)
        : rule.remember === 'reconcile'
          ? reconcileNotes(rule, value, input, state)
          : consolidateNotes(rule, answeredTexts(value, 'notes'), input, state)
  return after === null ? null : { set: Object.fromEntries([[rule.key, valueForKey(rule.key, after)]]) }
}

const answeredTexts = (value: JsonValue, name: string): readonly string[] => {
  const given = isObject(value) ? value[name] : null
  return (Array.isArray(given) ? given : []).flatMap(text =>
    typeof text === 'string' && text.trim() !== '' ? [parseNote(text.trim()).text] : [],
  )
}

function addFacts(
  { key, most }: MemoryRuleOf<'distill'>,
  texts: readonly string[],
  { messages }: ExtractInput,
  { whole, turn }: MemoryState,
): JsonValue | null {
  const check = new StatementCheck(messages)
  const made = texts
    .filter(text => check.refusalReason({ text }) === null)
    .map(text => ({ text, done: null }))
  const before = notesUnderKey(whole, key)
  const after = addNotes(before, made, { mode: 'merge', ...(most !== undefined && { most }) }, turn)
  return after.length === before.length && after.every((note, at) => note === before[at])
    ? null
    : (after as JsonValue)
}

/** Returns the notes without those that a later note repeats or contradicts; null if all remain. */
function reconcileNotes(
  { key }: MemoryRuleOf<'reconcile'>,
  value: JsonValue,
  { messages }: ExtractInput,
  { whole, seen }: MemoryState,
): JsonValue | null {
  const dropped = new Set(notesToDrop(value, messages))
  // Several notes may have the same text; only the notes at the positions in `dropped` are dropped.
  const named = messages.map(({ text, seq }) => ({ text, isGone: dropped.has(seq) }))
  const before = notesUnderKey(whole, key)
  const left = notesUnderKey(seen, key).map(note => {
    const at = isDone(note) ? -1 : named.findIndex(({ text }) => text === noteText(note))
    return at < 0 || !named.splice(at, 1)[0]?.isGone
  })
  return left.includes(false) ? before.filter((_, at) => left[at] !== false) : null
}

/** Returns the notes after some of them were merged into fewer; null if the merged notes would lack content. */
function consolidateNotes(
  { key }: MemoryRuleOf<'consolidate'>,
  texts: readonly string[],
  { messages }: ExtractInput,
  { whole, seen }: MemoryState,
): JsonValue | null {
  const check = new StatementCheck(messages)
  const merged = [...new Map(texts.map(text => [comparableText(text), text])).values()]
  // A rejected note might be the only one with the content of some merged notes. So no result is used if one note is
  // rejected.
  const isRefused = merged.some(text => check.refusalReason({ text }) !== null)
  if (isRefused || merged.length === 0 || merged.length >= messages.length) return null
  const gone = new Set(messages.map(({ text }) => text))
  const before = notesUnderKey(whole, key)
  // `seen` has the same notes as `whole`, in the same order, but with the texts that the handler got.
  const isGone = notesUnderKey(seen, key).map(note => !isDone(note) && gone.has(noteText(note)))
  const replaced = before.filter((_, at) => isGone[at])
  if (replaced.length < messages.length) return null
  const turns = replaced.flatMap(note => turnOfNote(note) ?? [])
  const newest = turns.length === 0 ? null : Math.max(...turns)
  const notes = merged.map((text): JsonValue => (newest === null ? text : { text, turn: newest }))
  return [...notes, ...before.filter((_, at) => !isGone[at])]
}
