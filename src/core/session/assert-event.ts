import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { limitNames } from '../ir/run-action.ts'
import { isTrust } from '../ir/trust.ts'
import { readFloats } from '../text/floats.ts'
import { isPromise } from '../text/promise.ts'
import { isTagName } from '../trust/tag.ts'
import {
  anObject,
  assertShape,
  type Check,
  type Checks,
  holding,
  listOf,
  must,
  number,
  optional,
  tagged,
  text,
} from './shape.ts'
import { storedCache } from './unit/stored-cache.ts'
import { storedMemories } from './unit/stored-memories.ts'
import { storedSummary } from './unit/stored-summary.ts'

/**
 * Version of the event format that this release writes and reads. A later minor version adds only fields that older
 * releases may ignore.
 */
export const majorVersion = 1

/** Whether this release can read events of this version. */
export const isReadable = (version: unknown): boolean =>
  typeof version === 'number' && version >= 0 && Math.floor(version) <= majorVersion

const extra = optional(holding({ format: text, fields: anObject }))
const native = optional(holding({ format: text, payload: anObject }))
const flag = optional(must('true', value => value === true))
const trueOrFalse = optional(must('true or false', value => typeof value === 'boolean'))
const seal = optional(holding({ format: text, value: text, model: optional(text) }))

/**
 * Rejects characters that could end a tag. The program chooses the name of a tag; content from others belongs in
 * attributes.
 */
const tagName = must(
  'a name of letters, digits, _, - and ., other than context',
  value => typeof value === 'string' && isTagName(value) && value !== 'context',
)

const tag = optional(
  holding({
    name: tagName,
    attributes: optional(value => {
      if (!isObject(value)) return anObject(value)
      for (const [key, item] of Object.entries(value)) {
        const wrong = text(item) ?? (tagName(key) && "'s name is not one of letters, digits, _, - and .")
        if (wrong) return `.${key}${wrong}`
      }
      return null
    }),
  }),
)

const sourceChecks = new Map<unknown, Checks>([
  ['base64', { data: text }],
  ['url', { url: text }],
  ['id', { id: text, format: text }],
  ['text', { text }],
])
const source = tagged('type', sourceChecks)

/** Checks for each kind of part: its required fields, and the optional fields that must be valid if present. */
const partChecks = new Map<unknown, Checks>([
  ['text', { text, seal, extra, tag }],
  ['reasoning', { text, native, model: optional(text), extra }],
  ['tool-call', { id: text, name: text, pending: flag, freeform: flag, native, seal, extra, tag }],
  [
    'tool-result',
    {
      ...{ id: text, name: optional(text), isError: trueOrFalse, native, extra, tag },
      content: value => parts(value),
    },
  ],
  ['file', { mediaType: text, source, name: optional(text), seal, extra }],
  ['data', {}],
  [
    'opaque',
    {
      format: text,
      type: text,
      payload: anObject,
      model: optional(text),
      owner: optional(text),
      inline: flag,
    },
  ],
])
const part = tagged('kind', partChecks)
const parts: Check = listOf(part)

/** Returns the kind of a value that JSON cannot express, so that storing it would lose it; null for any other value. */
function lostKind(value: unknown): string | null {
  if (isPromise(value)) return 'promise: await it'
  if (['function', 'symbol', 'bigint'].includes(typeof value)) return typeof value
  return value instanceof Map || value instanceof Set ? value.constructor.name : null
}

/** Rejects values that a state cannot contain, at any depth. */
const values: Check = value => {
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

const state = holding({ set: optional(values), delete: optional(listOf(text)) })
const place = must('a whole number from 0', value => Number.isSafeInteger(value) && (value as number) >= 0)
const ranges = listOf(holding({ from: place, to: place }))
const compaction = optional(holding({ covers: ranges }))
const rewind = optional(holding({ to: place }))
const floats = must('numbers in base64', value => typeof value === 'string' && readFloats(value) !== null)

const memories = must(
  'memories as JSON',
  value => typeof value === 'string' && storedMemories(value) !== null,
)
const summary = must('a summary as JSON', value => typeof value === 'string' && storedSummary(value) !== null)

const cache = must('a cache as JSON', value => typeof value === 'string' && storedCache(value) !== null)
const prefix = holding({
  head: text,
  messages: place,
  hash: text,
  tokens: place,
  asked: number,
  after: must('a text or null', value => value === null || typeof value === 'string'),
})

const effectChecks = new Map<unknown, Checks>([
  ['embed', { key: text, handler: text, output: optional(floats), error: optional(text) }],
  ['detect', { key: text, handler: text, output: optional(text), error: optional(text) }],
  ['recall', { key: text, handler: text, output: optional(memories), error: optional(text) }],
  ['extract', { key: text, handler: text, output: optional(text), error: optional(text) }],
  [
    'summarize',
    { key: text, handler: text, covers: ranges, output: optional(summary), error: optional(text) },
  ],
  ['cache', { key: text, handler: text, prefix, output: optional(cache), error: optional(text) }],
])

const effectShape = tagged('kind', effectChecks)

/** An effect has either an output of its kind or an error. */
const effect: Check = value => {
  const wrong = effectShape(value)
  if (wrong !== null) return wrong
  const { output, error } = value as { readonly output?: unknown; readonly error?: unknown }
  return (output === undefined) === (error === undefined) ? ' needs an output or an error, not both' : null
}

const calls = listOf(text)
const until = optional(number)
const why = optional(text)

/** Checks the marks of a runner; fields that only a later release knows are ignored. */
const run = holding({
  asked: optional(
    holding({
      runId: text,
      limits: optional(holding(Object.fromEntries(limitNames.map(name => [name, optional(number)])))),
      generateConfig: optional(anObject),
      tools: optional(text),
    }),
  ),
  received: optional(holding({ id: text })),
  answered: optional(
    holding({
      upTo: place,
      model: optional(text),
      finish: optional(text),
      cacheMiss: optional(holding({ reason: text, tokens: optional(number) })),
      partial: flag,
      now: optional(number),
    }),
  ),
  rejected: optional(holding({ events: listOf(place), why: text })),
  feedback: optional(holding({ of: place })),
  tapped: optional(holding({ place: text, branch: optional(text) })),
  begun: optional(holding({ calls })),
  read: optional(holding({ keys: listOf(text) })),
  lost: optional(holding({ keys: listOf(text) })),
  waits: optional(holding({ calls, until, digest: optional(text) })),
  decided: optional(
    holding({
      call: text,
      approved: must('true or false', value => typeof value === 'boolean'),
      by: text,
      digest: text,
      until,
      why,
    }),
  ),
  failed: optional(holding({ agent: optional(text), place: optional(text), branch: text, why: text })),
  cancelled: optional(holding({ calls: optional(calls), why })),
  limit: optional(holding({ name: text, most: number })),
  ended: optional(holding({ why })),
})

const usage = holding({
  model: optional(text),
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: optional(number),
  cacheWriteTokens: optional(number),
  longCacheWriteTokens: optional(number),
  reasoningTokens: optional(number),
})

const dropped = listOf(
  holding({ at: optional(text), reason: text, used: optional(must('true', value => value === true)) }),
)

const name = must(
  "a name: 'user', 'developer', 'tool' or an agent's",
  value => typeof value === 'string' && value !== '',
)

const event = holding({
  author: name,
  text: optional(text),
  parts: optional(parts),
  branch: optional(text),
  response: optional(text),
  id: optional(text),
  actions: optional(
    holding({
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

/** Whether this release knows the kind of a part and, for a file, the type of its source. */
export function isKnownPart({ kind, source: from }: Readonly<Record<string, unknown>>): boolean {
  return partChecks.has(kind) && (kind !== 'file' || !isObject(from) || sourceChecks.has(from.type))
}

/** Whether this release knows the kind of an effect. */
export const isKnownEffect = (effect: unknown): boolean => !isObject(effect) || effectChecks.has(effect.kind)

/** Rejects an input that is not a valid part. */
export function assertPart(input: unknown, at: string): asserts input is Part {
  assertShape(part, input, at)
}

/** Rejects an input that is not a valid event. An invalid event is always a mistake of the program, never of a user. */
export function assertEvent(input: unknown, at: string): asserts input is EventInput {
  assertShape(event, input, at)
}

/** Rejects values that a state cannot contain, at any depth. */
export function assertValues(input: unknown, at: string): void {
  assertShape(values, input, at)
}
