import type { EventInput } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { isTrust } from '../ir/trust.ts'
import { readFloats } from '../text/floats.ts'
import { isPromise } from '../text/promise.ts'
import { isTagName } from '../trust/tag.ts'
import { isReadable, majorVersion } from './version.ts'

type Assert = (value: unknown, at: string) => void
type Checks = Readonly<Record<string, Assert>>

const must =
  (wanted: string, isRight: (value: unknown) => boolean): Assert =>
  (value, at) => {
    if (!isRight(value)) throw new TypeError(`${at} is not ${wanted}`)
  }

/** Checks that allow a missing value. */
const optionals = new WeakSet<Assert>()

function optional(assert: Assert): Assert {
  const check: Assert = (value, at) => {
    if (value !== undefined) assert(value, at)
  }
  optionals.add(check)
  return check
}

const anObject = must('an object', isObject)

function holding(checks: Checks): Assert {
  const fields = Object.entries(checks).map(([field, assert]) => {
    const isOptional = optionals.has(assert)
    return { field, assert, isOptional }
  })
  return (value, at) => {
    anObject(value, at)
    for (const { field, assert, isOptional } of fields) {
      const given = (value as Record<string, unknown>)[field]
      // Most fields are missing, and to name them takes longer than to check the others.
      if (given !== undefined || !isOptional) assert(given, `${at}.${field}`)
    }
  }
}

/** Checks an object whose fields depend on its tag. */
function tagged(tag: string, shapes: ReadonlyMap<unknown, Checks>): Assert {
  const checks = new Map([...shapes].map(([kind, fields]) => [kind, holding(fields)]))
  return (value, at) => {
    const kind = isObject(value) ? value[tag] : undefined
    const check = checks.get(kind)
    if (!check)
      throw new TypeError(
        `${at}.${tag} is ${typeof kind === 'string' ? `'${kind}'` : typeof kind}, not one of ${[...shapes.keys()].join(', ')}`,
      )
    check(value, at)
  }
}

const listOf =
  (assert: Assert): Assert =>
  (value, at) => {
    if (!Array.isArray(value)) throw new TypeError(`${at} is not a list`)
    for (const [index, item] of value.entries()) assert(item, `${at}[${index}]`)
  }

const text = must('a string', value => typeof value === 'string')
const number = must('a number', value => typeof value === 'number')
const extra = optional(holding({ format: text, fields: anObject }))
const native = optional(holding({ format: text, payload: anObject }))
const flag = optional(must('true', value => value === true))
const trueOrFalse = optional(must('true or false', value => typeof value === 'boolean'))
const seal = optional(holding({ format: text, value: text, model: optional(text) }))

/**
 * Rejects characters that could end a tag. The program chooses a tag's name; content of others belongs in attributes.
 */
const tagName = must(
  'a name of letters, digits, _, - and ., other than context',
  value => typeof value === 'string' && isTagName(value) && value !== 'context',
)

const tag = optional(
  holding({
    name: tagName,
    attributes: optional((value, at) => {
      anObject(value, at)
      for (const [key, item] of Object.entries(value as object)) {
        tagName(key, `the name of ${at}.${key}`)
        text(item, `${at}.${key}`)
      }
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

/** Checks of each kind of part: its required fields, and the optional ones that must be valid if present. */
const partChecks = new Map<unknown, Checks>([
  ['text', { text, seal, extra, tag }],
  ['reasoning', { text, native, model: optional(text), extra }],
  ['tool-call', { id: text, name: text, pending: flag, freeform: flag, native, seal, extra, tag }],
  [
    'tool-result',
    {
      ...{ id: text, name: optional(text), isError: trueOrFalse, native, extra, tag },
      content: (value, at) => listOf(part)(value, at),
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
const part: Assert = tagged('kind', partChecks)

/** Returns the kind of a value that JSON lacks and storage would lose; null for any other value. */
function lostKind(value: unknown): string | null {
  if (isPromise(value)) return 'promise: await it'
  if (['function', 'symbol', 'bigint'].includes(typeof value)) return typeof value
  return value instanceof Map || value instanceof Set ? value.constructor.name : null
}

/** Rejects values that a state cannot hold, at any depth. */
export const assertValues: Assert = (value, at) => {
  anObject(value, at)
  const open: [item: unknown, at: string][] = Object.entries(value as object).map(([key, item]) => [
    item,
    `${at}.${key}`,
  ])
  const seen = new Set<unknown>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, place] = next
    const lost = lostKind(item)
    if (lost !== null) throw new TypeError(`${place} must be JSON, got a ${lost}`)
    if (typeof item !== 'object' || item === null || seen.has(item)) continue
    seen.add(item)
    if (Array.isArray(item))
      for (const [index, inner] of item.entries()) open.push([inner, `${place}[${index}]`])
    else for (const [key, inner] of Object.entries(item)) open.push([inner, `${place}.${key}`])
  }
}

const state = holding({ set: optional(assertValues), delete: optional(listOf(text)) })
const place = must('a whole number from 0', value => Number.isSafeInteger(value) && (value as number) >= 0)
const compaction = optional(holding({ covers: listOf(holding({ from: place, to: place })) }))
const rewind = optional(holding({ to: place }))
const floats = must('numbers in base64', value => typeof value === 'string' && readFloats(value) !== null)

const effectChecks = new Map<unknown, Checks>([
  ['embed', { key: text, handler: text, output: optional(floats), error: optional(text) }],
])

const effectShape = tagged('kind', effectChecks)

/** Rejects an effect unless it has either an output of its kind or an error. */
const effect: Assert = (value, at) => {
  effectShape(value, at)
  const { output, error } = value as { readonly output?: unknown; readonly error?: unknown }
  if ((output === undefined) === (error === undefined))
    throw new TypeError(`${at} needs an output or an error, not both`)
}

const calls = listOf(text)
const until = optional(number)
const why = optional(text)

/** Checks the marks of a runner; fields that only a later release knows are ignored. */
const run = holding({
  asked: optional(
    holding({
      runId: text,
      limits: optional(
        holding({
          steps: optional(number),
          tokens: optional(number),
          time: optional(number),
          repeats: optional(number),
        }),
      ),
      generateConfig: optional(anObject),
    }),
  ),
  answered: optional(
    holding({
      upTo: place,
      model: optional(text),
      finish: optional(text),
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
  waits: optional(holding({ calls, until })),
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
  reasoningTokens: optional(number),
})

const name = must(
  "a name: 'user', 'developer', 'tool' or an agent's",
  value => typeof value === 'string' && value !== '',
)

const event = holding({
  author: name,
  text: optional(text),
  parts: optional(listOf(part)),
  branch: optional(text),
  response: optional(text),
  actions: optional(
    holding({
      state: optional(state),
      usage: optional(usage),
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
  part(input, at)
}

/** Rejects an input that is not a valid event: always a mistake of the program, never of a user. */
export function assertEvent(input: unknown, at: string): asserts input is EventInput {
  event(input, at)
}
