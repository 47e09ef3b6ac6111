import {
  type EffectKind,
  type EffectOutcome,
  type Event,
  roleOfAuthor,
  type ShownContext,
  type StateDelta,
} from '../../ir/event.ts'
import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { RunAction } from '../../ir/run-action.ts'
import type { ChangeValue } from './change.ts'
import { redactExtra, withFields } from './redact-fields.ts'
import { mapOrSame, redactPart } from './redact-part.ts'

/**
 * Returns an event without protected values, or the event itself if it has none. `changeOf` returns the function that
 * changes a part's values; for null, it returns the function for the event's values outside its parts.
 */
export function redactEvent(event: Event, changeOf: (part: Part | null) => ChangeValue): Event {
  const parts = mapOrSame<Part>(event.parts, part => redactPart(part, changeOf(part)))
  const change = changeOf(null)
  const author = roleOfAuthor(event.author) === 'model' ? change(event.author, 'name') : event.author
  const extra = redactExtra(event.extra, change)
  const { actions } = event
  const state = redactState(actions?.state, change)
  const run = redactRun(actions?.run, change)
  const effect = redactEffect(actions?.effect, change)
  const shown = redactShown(actions?.shown, change)
  const isSame = parts === event.parts && extra === event.extra && effect === actions?.effect
  if (
    isSame &&
    shown === actions?.shown &&
    author === event.author &&
    state === actions?.state &&
    run === actions?.run
  )
    return event
  return Object.freeze({
    ...event,
    author,
    parts: Object.freeze([...parts]),
    ...(extra !== undefined && { extra }),
    ...(actions !== undefined && {
      actions: {
        ...actions,
        ...(state !== undefined && { state }),
        ...(run !== undefined && { run }),
        ...(effect !== undefined && { effect }),
        ...(shown !== undefined && { shown }),
      },
    }),
  })
}

/** Returns a state change without protected values in its keys and values. */
function redactState(state: StateDelta | undefined, change: ChangeValue): StateDelta | undefined {
  if (state === undefined) return state
  const { set, delete: gone } = state
  return withFields(state, {
    ...(set !== undefined && { set: change(set, 'data') }),
    ...(gone !== undefined && { delete: change(gone, 'data') }),
  })
}

/** Kinds of work whose outputs no value of a text is in. */
const numeric: ReadonlySet<EffectKind> = new Set<EffectKind>(['embed', 'cache', 'count'])

/** Returns the outcome of work without protected values in its output. Numbers, and names of caches and models, stay unchanged. */
function redactEffect(effect: EffectOutcome | undefined, change: ChangeValue): EffectOutcome | undefined {
  // Embeddings and counts are numbers, and a provider would not find a cache under a changed name. So
  // both stay unchanged.
  const isPlain = effect !== undefined && numeric.has(effect.kind)
  if (effect === undefined || (isPlain && 'output' in effect)) return effect
  const text = 'output' in effect ? effect.output : effect.error
  const safe = change(text, 'data')
  if (safe === text) return effect
  return 'output' in effect ? { ...effect, output: safe } : { ...effect, error: safe }
}

/** Returns context blocks that a request showed without protected values in their texts. */
function redactShown(shown: ShownContext | undefined, change: ChangeValue): ShownContext | undefined {
  if (shown === undefined) return shown
  const blocks = mapOrSame(shown.blocks, block => withFields(block, { text: change(block.text, 'data') }))
  return blocks === shown.blocks ? shown : { ...shown, blocks }
}

/**
 * Returns the run action of an event without protected values in reasons, answers, arguments and stop sequences. Positions
 * and names in the action stay unchanged.
 */
function redactRun(run: RunAction | undefined, change: ChangeValue): RunAction | undefined {
  if (run === undefined) return run
  const entries = Object.entries(run).map(([name, mark]: [string, unknown]): [string, unknown] => {
    if (!isObject(mark)) return [name, mark]
    const { why, generateConfig, answer, arguments: edited, tool, question } = mark
    return [
      name,
      withFields(mark, {
        ...(typeof why === 'string' && { why: change(why, 'data') }),
        ...(answer !== undefined && { answer: change(answer, 'data') }),
        ...(isObject(tool) && { tool: change(tool, 'data') }),
        ...(isObject(question) && { question: change(question, 'data') }),
        ...(edited !== undefined && { arguments: change(edited, 'data') }),
        ...(isObject(generateConfig) && { generateConfig: redactConfig(generateConfig, change) }),
      }),
    ]
  })
  return entries.every(([name, mark]) => mark === run[name as keyof RunAction])
    ? run
    : (Object.fromEntries(entries) as RunAction)
}

/**
 * Returns settings without protected values. Only stop sequences are free text; all others are numbers and API names.
 */
const redactConfig = (config: object & { readonly stopSequences?: unknown }, change: ChangeValue): object =>
  config.stopSequences === undefined
    ? config
    : withFields(config, { stopSequences: change(config.stopSequences, 'data') })
