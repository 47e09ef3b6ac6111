import { describe } from '../form/describe.ts'
import { assertSync, invalidResultError } from '../form/gave.ts'
import type { Edit } from '../ir/edit.ts'
import type { Event } from '../ir/event.ts'
import type { Extra, Native } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import { eventOrigin, type Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Shape } from '../ir/shape.ts'
import { assertPart } from '../session/assert-part.ts'
import { frozenCopy } from '../state/frozen-copy.ts'
import { toJson } from '../text/json.ts'
import { reasonOf } from '../text/reason.ts'
import type { LocalPass } from './pass.ts'

/** Throws a TypeError if a pass returned nothing, or a promise. */
export function assertPassResult(given: unknown): void {
  if (given === undefined || given === null) throw invalidResultError('nothing')
  assertSync(given, 'passes')
}

/** Function that returns an upper bound of a text's tokens. */
export type CountText = (text: string) => number

/** Local passes, with the inputs that the passes need. */
export interface Shaper {
  readonly passes: readonly LocalPass[]
  /** Kind of edit that a pass makes, by the pass's name. A pass without an entry makes the edit `rewritten`. */
  readonly edits: ReadonlyMap<string, Edit>
  readonly count: CountText
  /** Name, in the request, of the agent's tool that expands handles; null if there is none. */
  readonly expander: string | null
  /** Names of the program's tools whose results contain texts from outsiders. */
  readonly external: ReadonlySet<string>
  /** Names of the agent's tools that expand handles. */
  readonly expanders: ReadonlySet<string>
  /** Whether a pass of the program may also change parts that no policy selects. */
  readonly always: boolean
}

/** Origins of those results of a conversation unit that certain tools returned. */
interface ResultsByTool {
  /** Results of tools that are declared as `external`. */
  readonly external: ReadonlySet<Origin>
  /** Results of tools that expand handles. */
  readonly expanded: ReadonlySet<Origin>
}

/** Changes that passes made to the events of a conversation unit. */
export interface Changes {
  /** Edits, each with the sequence number of the first event that it changed. */
  readonly shapings: ReadonlyMap<Edit, number>
  /** Error messages of the passes that threw, by the pass's name. */
  readonly failed: ReadonlyMap<string, string>
}

/** Record of the changes while passes run. */
export interface Done extends Changes {
  readonly shapings: Map<Edit, number>
  readonly failed: Map<string, string>
}

/**
 * Returns an event after the local passes have run. If a pass throws, its part stays unchanged.
 */
export function runLocalPasses(
  event: Event,
  shape: Shape,
  { passes, edits, count, expander, always }: Shaper,
  done: Done,
  results: ResultsByTool,
): Event {
  if (shape.key === '' && !always) return event
  const { operations } = shape
  // A pass of the program gets frozen copies, so that it cannot change the session.
  const safe = always ? frozenCopy : <Value>(value: Value): Value => value
  const given = safe(event)
  const repeated = always ? new Map(shape.repeated) : shape.repeated
  const parts = event.parts.map((part, index) => {
    const first = given.parts[index] as Part
    let now = first
    for (const pass of passes) {
      try {
        const next = pass.run(now, {
          ...{ event: given, index, operations, repeated, count, expander },
          external: results.external.has(eventOrigin(event.seq, index)),
          expanded: results.expanded.has(eventOrigin(event.seq, index)),
        })
        if (next === now) continue
        assertPassedPart(next, now)
        now = safe(withoutOldForm(next, now))
        const edit = edits.get(pass.name) ?? 'rewritten'
        done.shapings.set(edit, Math.min(event.seq, done.shapings.get(edit) ?? event.seq))
      } catch (error) {
        done.failed.set(pass.name, reasonOf(error))
      }
    }
    return now === first ? part : now
  })
  return parts.every((part, index) => part === event.parts[index]) ? event : { ...event, parts }
}

/**
 * Throws a TypeError unless a pass returned a part of the given part's kind. A part of another kind would separate a
 * call from its result.
 */
function assertPassedPart(next: unknown, { kind }: Part): void {
  assertPassResult(next)
  if (!isObject(next)) throw invalidResultError(`${describe(next)}, no part`)
  assertPart(next, 'what it gave')
  if (next.kind !== kind) throw invalidResultError(`a ${next.kind} for a ${kind}`)
}

/** Part with all the fields that a pass may see. */
type Shown = Part & { readonly native?: Native; readonly extra?: Extra }

/** Provider fields that quote the part's text. */
const repeating = new Set(['citations', 'annotations', 'logprobs'])

/**
 * Drops a part's provider form and the fields that quote the part's text, because they still contain the text from
 * before a pass changed it.
 */
function withoutOldForm(next: Shown, now: Shown): Part {
  const wordsOf = ({ native: _, extra: _fields, ...rest }: Shown): string => toJson(rest)
  const repeats = Object.keys(next.extra?.fields ?? {}).some(name => repeating.has(name))
  if ((next.native === undefined && !repeats) || wordsOf(next) === wordsOf(now)) return next
  const { native, extra, ...rest } = next
  const isOld = toJson(native) === toJson(now.native)
  const fields = Object.entries(extra?.fields ?? {}).filter(
    ([name, value]) => !repeating.has(name) || toJson(value) !== toJson(now.extra?.fields[name]),
  )
  return {
    ...rest,
    ...(native !== undefined && !isOld && { native }),
    ...(extra !== undefined &&
      fields.length > 0 && { extra: { ...extra, fields: Object.fromEntries(fields) } }),
  } as Part
}
