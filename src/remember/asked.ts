import { type EffectOf, effectOf } from '../effect/effect.ts'
import type { ExtractHandler, ExtractInput } from '../effect/extract/handler.ts'
import { StatementCheck } from '../effect/summarize/check-statement.ts'
import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import type { EffectOutcome, StateDelta } from '../ir/event.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { MemoryRule, MemoryRuleOf } from '../ir/memory-rule.ts'
import type { State } from '../session/state.ts'
import type { MemoryTurn } from './memory-turn.ts'
import { type Note, notesAfter, notesIn, noteText, sameness } from './notes-list.ts'

/** Work that a rule asks for. */
export interface AskedMemory {
  readonly rule: MemoryRuleOf<'extract' | 'distill' | 'consolidate'>
  readonly effect: EffectOf<'extract'>
}

const prompts = {
  extract: 'Fill in the schema from what these messages say. Add nothing that they do not say.',
  distill:
    'List the facts of these messages that will matter later: preferences, decisions, names, dates, numbers. One sentence each, understandable by itself, and nothing that the messages do not say.',
  consolidate:
    'These are notes. Merge those that say the same and leave out what others supersede, so that fewer remain. Keep names, numbers and quotes as they are, and add nothing.',
} as const

const listOf = (name: string): JsonObject => ({
  type: 'object',
  properties: { [name]: { type: 'array', items: { type: 'string' } } },
  required: [name],
  additionalProperties: false,
})

/** Returns the work that rules ask a handler for, once the rules before them changed the state. */
export function askedMemories(
  rules: readonly MemoryRule[],
  { messages, state }: MemoryTurn,
  handler: ExtractHandler,
): readonly AskedMemory[] {
  const seqs = messages.map(({ seq }) => seq)
  // Values that are made of these events may hold the placeholders that they hold.
  const covers = [{ from: Math.min(...seqs), to: Math.max(...seqs) + 1 }]
  return rules.flatMap((rule): AskedMemory[] => {
    if (rule.remember === 'capture' || rule.remember === 'notes') return []
    const input = inputOf(rule, messages, state)
    return input === null ? [] : [{ rule, effect: { ...effectOf('extract', handler, input), covers } }]
  })
}

function inputOf(
  { model, ...rule }: AskedMemory['rule'],
  messages: readonly SummarizeMessage[],
  state: State,
): ExtractInput | null {
  const about = { prompt: rule.prompt ?? prompts[rule.remember], ...(model !== undefined && { model }) }
  if (rule.remember === 'extract') return { ...about, messages, schema: rule.schema }
  if (rule.remember === 'distill') return { ...about, messages, schema: listOf('facts') }
  const open = openNotes(state, rule.key)
  return open.length > rule.over ? { ...about, messages: asMessages(open), schema: listOf('notes') } : null
}

const openNotes = (state: State, key: string): readonly Note[] =>
  notesIn(Object.hasOwn(state, key) ? (state[key] as JsonValue) : undefined).filter(
    note => typeof note === 'string' || note.done !== true,
  )

const asMessages = (notes: readonly Note[]): readonly SummarizeMessage[] =>
  notes.map((note, seq) => ({ seq, author: 'note', text: noteText(note) }))

/** Returns the change of the state by the outcome of work, made to the state as it is now; null for none. */
export function changeBy(
  { rule, effect: { input } }: AskedMemory,
  outcome: EffectOutcome,
  { state, turn }: Pick<MemoryTurn, 'state' | 'turn'>,
): StateDelta | null {
  if (!('output' in outcome)) return null
  const value = JSON.parse(outcome.output) as JsonValue
  if (rule.remember === 'extract') return { set: { [rule.key]: value } }
  const given = isObject(value) ? value[rule.remember === 'distill' ? 'facts' : 'notes'] : null
  const check = new StatementCheck(input.messages)
  const texts = (Array.isArray(given) ? given : []).filter(
    (text): text is string =>
      typeof text === 'string' && text.trim() !== '' && check.refusal({ text }) === null,
  )
  const before = notesIn(Object.hasOwn(state, rule.key) ? (state[rule.key] as JsonValue) : undefined)
  const after =
    rule.remember === 'distill'
      ? withFacts(before, texts, rule, turn)
      : consolidated(before, texts, input.messages)
  return after === null ? null : { set: { [rule.key]: after as JsonValue } }
}

function withFacts(
  before: readonly Note[],
  texts: readonly string[],
  { most }: MemoryRuleOf<'distill'>,
  turn: number,
): readonly Note[] | null {
  const made = texts.map(text => ({ text: text.trim(), done: null }))
  const after = notesAfter(before, made, { mode: 'merge', ...(most !== undefined && { most }) }, turn)
  return after.length === before.length && after.every((note, at) => note === before[at]) ? null : after
}

/** Returns notes of which those that were merged are replaced by fewer; null if they are no fewer, or not there any more. */
function consolidated(
  before: readonly Note[],
  texts: readonly string[],
  merged: readonly SummarizeMessage[],
): readonly Note[] | null {
  const gone = new Set(merged.map(({ text }) => sameness(text)))
  const left = before.filter(note => !gone.has(sameness(noteText(note))))
  const isThere = before.length - left.length >= gone.size
  return texts.length > 0 && texts.length < merged.length && isThere ? [...texts, ...left] : null
}
