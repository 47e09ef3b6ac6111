import type { Path } from '../form/path.ts'
import { declarationNames } from '../ir/declared.ts'
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
  checkThat,
  fieldsCheck,
  listShape,
  numberShape,
  optionalCheck,
  type ShapeCheck,
  taggedCheck,
  textShape,
} from './shape.ts'
import { readStoredCache } from './unit/stored-cache.ts'
import { readStoredCompaction } from './unit/stored-compaction.ts'
import { readStoredCount } from './unit/stored-count.ts'
import { readStoredMemories } from './unit/stored-memories.ts'
import { readStoredSummary } from './unit/stored-summary.ts'

/**
 * Version of the event format that this release writes and reads. A later minor version adds only fields that older
 * releases may ignore.
 */
export const majorVersion = 1

/** Whether this release can read events of a format version. */
export const isReadable = (version: unknown): boolean =>
  typeof version === 'number' && version >= 0 && Math.floor(version) <= majorVersion

/**
 * Returns the kind of a value that JSON cannot express and that a stored session would therefore lose; null for any
 * other value.
 */
function lostKind(value: unknown): string | null {
  if (isPromise(value)) return 'promise: await it'
  if (['function', 'symbol', 'bigint'].includes(typeof value)) return typeof value
  return value instanceof Map || value instanceof Set ? value.constructor.name : null
}

/** Rejects values that a state cannot contain, at any depth. */
const checkValuesOfState: ShapeCheck = value => {
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

const state = fieldsCheck({
  set: optionalCheck(checkValuesOfState),
  delete: optionalCheck(listShape(textShape)),
})
const place = checkThat(
  'a whole number from 0',
  value => Number.isSafeInteger(value) && (value as number) >= 0,
)
const ranges = listShape(fieldsCheck({ from: place, to: place }))
const compaction = optionalCheck(fieldsCheck({ covers: ranges }))
const rewind = optionalCheck(fieldsCheck({ to: place }))
const floats = checkThat(
  'numbers in base64',
  value => typeof value === 'string' && readFloats(value) !== null,
)

const memories = checkThat(
  'memories as JSON',
  value => typeof value === 'string' && readStoredMemories(value) !== null,
)
const summary = checkThat(
  'a summary as JSON',
  value => typeof value === 'string' && readStoredSummary(value) !== null,
)

const cache = checkThat(
  'a cache as JSON',
  value => typeof value === 'string' && readStoredCache(value) !== null,
)
const compacted = checkThat(
  'facts about a compaction as JSON',
  value => typeof value === 'string' && readStoredCompaction(value) !== null,
)
const counted = checkThat(
  'the count of a request as JSON',
  value => typeof value === 'string' && readStoredCount(value) !== null,
)
const prefix = fieldsCheck({
  head: textShape,
  messages: place,
  hash: textShape,
  tokens: place,
  asked: numberShape,
  after: checkThat('a text or null', value => value === null || typeof value === 'string'),
})

/** Returns the checks of one kind of effect: the kind's own checks, between those that all effects share. */
const effectFields = (own: Checks): Checks => ({
  ...{ key: textShape, handler: textShape },
  ...own,
  error: optionalCheck(textShape),
})

/** Checks for each kind of effect. */
const effects: Readonly<Record<EffectKind, Checks>> = {
  embed: effectFields({ output: optionalCheck(floats) }),
  detect: effectFields({ output: optionalCheck(textShape) }),
  recall: effectFields({ output: optionalCheck(memories) }),
  extract: effectFields({ output: optionalCheck(textShape) }),
  summarize: effectFields({ covers: ranges, output: optionalCheck(summary) }),
  cache: effectFields({ prefix, output: optionalCheck(cache) }),
  compact: effectFields({ covers: ranges, output: optionalCheck(compacted) }),
  count: effectFields({ output: optionalCheck(counted) }),
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
const until = optionalCheck(numberShape)
const why = optionalCheck(textShape)

/** Checks a runner's marks on an event. Fields that only a later release knows are ignored. */
const run = fieldsCheck({
  asked: optionalCheck(
    fieldsCheck({
      runId: textShape,
      limits: optionalCheck(
        fieldsCheck(Object.fromEntries(limitNames.map(name => [name, optionalCheck(numberShape)]))),
      ),
      generateConfig: optionalCheck(anObject),
      tools: optionalCheck(textShape),
    }),
  ),
  received: optionalCheck(fieldsCheck({ id: textShape })),
  answered: optionalCheck(
    fieldsCheck({
      upTo: place,
      model: optionalCheck(textShape),
      usd: optionalCheck(numberShape),
      finish: optionalCheck(textShape),
      partial: flag,
      now: optionalCheck(numberShape),
      tools: optionalCheck(textShape),
      asked: optionalCheck(listShape(textShape)),
    }),
  ),
  unused: optionalCheck(fieldsCheck({ model: optionalCheck(textShape), usd: optionalCheck(numberShape) })),
  rejected: optionalCheck(fieldsCheck({ events: listShape(place), why: textShape })),
  feedback: optionalCheck(fieldsCheck({ of: place })),
  tapped: optionalCheck(fieldsCheck({ place: textShape, branch: optionalCheck(textShape) })),
  won: optionalCheck(fieldsCheck({ place: textShape, member: place, branch: optionalCheck(textShape) })),
  background: optionalCheck(fieldsCheck({ call: textShape })),
  reported: optionalCheck(fieldsCheck({ call: textShape })),
  begun: optionalCheck(fieldsCheck({ calls })),
  read: optionalCheck(fieldsCheck({ keys: listShape(textShape) })),
  lost: optionalCheck(fieldsCheck({ keys: listShape(textShape) })),
  waits: optionalCheck(
    fieldsCheck({
      ...{ calls, until, digest: optionalCheck(textShape) },
      for: optionalCheck(checkThat("'answer'", value => value === 'answer')),
      tool: optionalCheck(anObject),
      question: optionalCheck(
        fieldsCheck({
          message: textShape,
          schema: optionalCheck(anObject),
          urls: optionalCheck(listShape(textShape)),
        }),
      ),
    }),
  ),
  given: optionalCheck(fieldsCheck({ by: textShape })),
  returned: optionalCheck(fieldsCheck({ from: optionalCheck(place), why })),
  decided: optionalCheck(
    fieldsCheck({
      call: textShape,
      approved: checkThat('true or false', value => typeof value === 'boolean'),
      by: textShape,
      digest: textShape,
      until,
      why,
      arguments: optionalCheck(anObject),
      question: optionalCheck(checkThat('true', value => value === true)),
    }),
  ),
  failed: optionalCheck(
    fieldsCheck({
      agent: optionalCheck(textShape),
      place: optionalCheck(textShape),
      branch: textShape,
      why: textShape,
    }),
  ),
  cancelled: optionalCheck(fieldsCheck({ calls: optionalCheck(calls), why })),
  limit: optionalCheck(fieldsCheck({ name: textShape, most: numberShape })),
  ended: optionalCheck(fieldsCheck({ why })),
})

const tokenCounts = {
  inputTokens: numberShape,
  outputTokens: numberShape,
  cacheReadTokens: optionalCheck(numberShape),
  cacheWriteTokens: optionalCheck(numberShape),
  longCacheWriteTokens: optionalCheck(numberShape),
  reasoningTokens: optionalCheck(numberShape),
}

const declaredValue = fieldsCheck({ json: textShape, digest: textShape })
const declared = fieldsCheck({
  agent: textShape,
  target: textShape,
  api: optionalCheck(textShape),
  begins: optionalCheck(checkThat('true', value => value === true)),
  restates: optionalCheck(checkThat('true', value => value === true)),
  values: fieldsCheck(Object.fromEntries(declarationNames.map(name => [name, optionalCheck(declaredValue)]))),
})

const usage = fieldsCheck({
  ...tokenCounts,
  model: optionalCheck(textShape),
  compaction: optionalCheck(fieldsCheck(tokenCounts)),
})

const dropped = listShape(
  fieldsCheck({
    at: optionalCheck(textShape),
    reason: textShape,
    used: optionalCheck(checkThat('true', value => value === true)),
  }),
)

const shown = fieldsCheck({
  agent: textShape,
  blocks: listShape(
    fieldsCheck({
      ...{ source: textShape, from: textShape, text: textShape },
      trust: checkThat('a trust', isTrust),
    }),
  ),
})

const name = checkThat(
  "a name: 'user', 'developer', 'tool' or an agent's",
  value => typeof value === 'string' && value !== '',
)

const event = fieldsCheck({
  author: name,
  text: optionalCheck(textShape),
  parts: optionalCheck(parts),
  branch: optionalCheck(textShape),
  response: optionalCheck(textShape),
  id: optionalCheck(textShape),
  actions: optionalCheck(
    fieldsCheck({
      state: optionalCheck(state),
      madeFrom: optionalCheck(ranges),
      usage: optionalCheck(usage),
      dropped: optionalCheck(dropped),
      cacheMiss: optionalCheck(
        fieldsCheck({
          reason: textShape,
          tokens: optionalCheck(numberShape),
          shared: optionalCheck(numberShape),
        }),
      ),
      compaction,
      rewind,
      effect: optionalCheck(effect),
      declared: optionalCheck(declared),
      shown: optionalCheck(shown),
      plan: optionalCheck(anObject),
      run: optionalCheck(run),
    }),
  ),
  tier: optionalCheck(checkThat("'critical'", value => value === 'critical')),
  trust: optionalCheck(checkThat('a trust', isTrust)),
  v: optionalCheck(checkThat(`a version that this release reads (below ${majorVersion + 1})`, isReadable)),
  time: optionalCheck(checkThat('a number of milliseconds', value => Number.isFinite(value))),
  visibility: optionalCheck(
    checkThat("'user' or 'internal'", value => value === 'user' || value === 'internal'),
  ),
  extra,
})

/** Whether this release knows the kind of an effect. */
export const isKnownEffect = (effect: unknown): boolean => !isObject(effect) || effectChecks.has(effect.kind)

/** Rejects an input that is not a valid event. An invalid event is an error of the program, never of a user. */
export function assertEvent(input: unknown, at: string | Path): asserts input is EventInput {
  assertShape(event, input, at)
}

/** Rejects values that a state cannot contain, at any depth. */
export function assertValues(input: unknown, at: string | Path): void {
  assertShape(checkValuesOfState, input, at)
}
