import type { EffectKind, EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import { limitNames } from '../ir/run-action.ts'
import { isTrust } from '../ir/trust.ts'
import { readFloats } from '../text/floats.ts'
import { isPromise } from '../text/promise.ts'
import { extra, flag, parts } from './assert-part.ts'
import {
  anObject,
  assertShape,
  type Checks,
  fieldsCheck,
  listShape,
  must,
  numberShape,
  optional,
  type ShapeCheck,
  taggedCheck,
  textShape,
} from './shape.ts'
import { storedCache } from './unit/stored-cache.ts'
import { storedMemories } from './unit/stored-memories.ts'
import { storedSummary } from './unit/stored-summary.ts'

/**
 * Version of the event format that this release writes and reads. A later minor version adds only fields that older
 * releases may ignore.
 */
export const majorVersion = 1

/** Whether this release can read events of a format version. */
export const isReadable = (version: unknown): boolean =>
  typeof version === 'number' && version >= 0 && Math.floor(version) <= majorVersion

/**
 * Returns the kind of a value that JSON cannot express and that would be lost in a stored session; null for any other
 * value.
 */
function lostKind(value: unknown): string | null {
  if (isPromise(value)) return 'promise: await it'
  if (['function', 'symbol', 'bigint'].includes(typeof value)) return typeof value
  return value instanceof Map || value instanceof Set ? value.constructor.name : null
}

/** Rejects values that a state cannot contain, at any depth. */
const values: ShapeCheck = value => {
  if (!isObject(value)) return anObject(value)
  const open: [item: unknown, at: string][] = Object.entries(value).map(([key, item]) => [item, `.${key}`])
  const seen = new Set<unknown>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, place] = next
    const lost = lostKind(item)
    if (lost !== null) return `${place} must be JSON, got a ${lost}`
    if (typeof item !== 'object' || item === null || seen.has(item)) continue
    seen.add(item)
    if (Array.isArray(item))
      for (const [index, inner] of item.entries()) open.push([inner, `${place}[${index}]`])
    else for (const [key, inner] of Object.entries(item)) open.push([inner, `${place}.${key}`])
  }
  return null
}

const state = fieldsCheck({ set: optional(values), delete: optional(listShape(textShape)) })
const place = must('a whole number from 0', value => Number.isSafeInteger(value) && (value as number) >= 0)
const ranges = listShape(fieldsCheck({ from: place, to: place }))
const compaction = optional(fieldsCheck({ covers: ranges }))
const rewind = optional(fieldsCheck({ to: place }))
const floats = must('numbers in base64', value => typeof value === 'string' && readFloats(value) !== null)

const memories = must(
  'memories as JSON',
  value => typeof value === 'string' && storedMemories(value) !== null,
)
const summary = must('a summary as JSON', value => typeof value === 'string' && storedSummary(value) !== null)

const cache = must('a cache as JSON', value => typeof value === 'string' && storedCache(value) !== null)
const prefix = fieldsCheck({
  head: textShape,
  messages: place,
  hash: textShape,
  tokens: place,
  asked: numberShape,
  after: must('a text or null', value => value === null || typeof value === 'string'),
})

/** Returns the checks of one kind of effect: its own checks, between the checks that all effects share. */
const effectFields = (own: Checks): Checks => ({
  ...{ key: textShape, handler: textShape },
  ...own,
  error: optional(textShape),
})

/** Checks for each kind of effect. */
const effects: Readonly<Record<EffectKind, Checks>> = {
  embed: effectFields({ output: optional(floats) }),
  detect: effectFields({ output: optional(textShape) }),
  recall: effectFields({ output: optional(memories) }),
  extract: effectFields({ output: optional(textShape) }),
  summarize: effectFields({ covers: ranges, output: optional(summary) }),
  cache: effectFields({ prefix, output: optional(cache) }),
}
const effectChecks = new Map<unknown, Checks>(Object.entries(effects))

const effectShape = taggedCheck('kind', effectChecks)

/** An effect has either an output of its kind or an error. */
const effect: ShapeCheck = value => {
  const wrong = effectShape(value)
  if (wrong !== null) return wrong
  const { output, error } = value as { readonly output?: unknown; readonly error?: unknown }
  return (output === undefined) === (error === undefined) ? ' needs an output or an error, not both' : null
}

const calls = listShape(textShape)
const until = optional(numberShape)
const why = optional(textShape)

/** Checks the marks of a runner on an event; fields that only a later release knows are ignored. */
const run = fieldsCheck({
  asked: optional(
    fieldsCheck({
      runId: textShape,
      limits: optional(
        fieldsCheck(Object.fromEntries(limitNames.map(name => [name, optional(numberShape)]))),
      ),
      generateConfig: optional(anObject),
      tools: optional(textShape),
    }),
  ),
  received: optional(fieldsCheck({ id: textShape })),
  answered: optional(
    fieldsCheck({
      upTo: place,
      model: optional(textShape),
      finish: optional(textShape),
      cacheMiss: optional(fieldsCheck({ reason: textShape, tokens: optional(numberShape) })),
      partial: flag,
      now: optional(numberShape),
    }),
  ),
  rejected: optional(fieldsCheck({ events: listShape(place), why: textShape })),
  feedback: optional(fieldsCheck({ of: place })),
  tapped: optional(fieldsCheck({ place: textShape, branch: optional(textShape) })),
  begun: optional(fieldsCheck({ calls })),
  read: optional(fieldsCheck({ keys: listShape(textShape) })),
  lost: optional(fieldsCheck({ keys: listShape(textShape) })),
  waits: optional(fieldsCheck({ calls, until, digest: optional(textShape) })),
  decided: optional(
    fieldsCheck({
      call: textShape,
      approved: must('true or false', value => typeof value === 'boolean'),
      by: textShape,
      digest: textShape,
      until,
      why,
    }),
  ),
  failed: optional(
    fieldsCheck({
      agent: optional(textShape),
      place: optional(textShape),
      branch: textShape,
      why: textShape,
    }),
  ),
  cancelled: optional(fieldsCheck({ calls: optional(calls), why })),
  limit: optional(fieldsCheck({ name: textShape, most: numberShape })),
  ended: optional(fieldsCheck({ why })),
})

const usage = fieldsCheck({
  model: optional(textShape),
  inputTokens: numberShape,
  outputTokens: numberShape,
  cacheReadTokens: optional(numberShape),
  cacheWriteTokens: optional(numberShape),
  longCacheWriteTokens: optional(numberShape),
  reasoningTokens: optional(numberShape),
})

const dropped = listShape(
  fieldsCheck({
    at: optional(textShape),
    reason: textShape,
    used: optional(must('true', value => value === true)),
  }),
)

const name = must(
  "a name: 'user', 'developer', 'tool' or an agent's",
  value => typeof value === 'string' && value !== '',
)

const event = fieldsCheck({
  author: name,
  text: optional(textShape),
  parts: optional(parts),
  branch: optional(textShape),
  response: optional(textShape),
  id: optional(textShape),
  actions: optional(
    fieldsCheck({
      state: optional(state),
      madeFrom: optional(ranges),
      usage: optional(usage),
      dropped: optional(dropped),
      compaction,
      rewind,
      effect: optional(effect),
      plan: optional(anObject),
      run: optional(run),
    }),
  ),
  tier: optional(must("'critical'", value => value === 'critical')),
  trust: optional(must('a trust', isTrust)),
  v: optional(must(`a version that this release reads (below ${majorVersion + 1})`, isReadable)),
  time: optional(must('a number of milliseconds', value => Number.isFinite(value))),
  visibility: optional(must("'user' or 'internal'", value => value === 'user' || value === 'internal')),
  extra,
})

/** Whether this release knows the kind of an effect. */
export const isKnownEffect = (effect: unknown): boolean => !isObject(effect) || effectChecks.has(effect.kind)

/** Rejects an input that is not a valid event. The program, never a user, causes an invalid event. */
export function assertEvent(input: unknown, at: string): asserts input is EventInput {
  assertShape(event, input, at)
}

/** Rejects values that a state cannot contain, at any depth. */
export function assertValues(input: unknown, at: string): void {
  assertShape(values, input, at)
}
