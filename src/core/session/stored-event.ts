import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import type { Event, EventInput } from '../ir/event.ts'
import type { FormatName } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import { assertEvent, isKnownEffect } from './assert-event.ts'
import { isKnownPart } from './assert-part.ts'
import { actionFields, eventFields } from './event-fields.ts'
import { readEventAt, sendEventFacts, toEvent } from './events.ts'
import type { LogSource } from './unit/sink.ts'
import { unreadFields } from './unread-fields.ts'

type Raw = Readonly<Record<string, unknown>>

/** Known fields of a stored event, and whether the event also has unknown fields. */
interface Read {
  readonly input: EventInput
  readonly isWhole: boolean
}

/**
 * Returns an object with only its known fields, in their order. If it has no unknown fields, returns the given object.
 */
function pickKnownFields(raw: Raw, known: ReadonlySet<string>): Raw {
  if (Object.keys(raw).every(field => known.has(field))) return raw
  const copy: Record<string, unknown> = { ...raw }
  for (const field of Object.keys(copy)) if (!known.has(field)) delete copy[field]
  return copy
}

const knownEventFields: ReadonlySet<string> = new Set(eventFields)
const knownActions: ReadonlySet<string> = new Set(actionFields)

/**
 * Returns a provider-specific (opaque) part in place of a part whose kind only a later release knows. The part keeps
 * its position, and a compile reports it (CX7008).
 */
const unreadPart = (raw: Raw): Part => ({
  kind: 'opaque',
  format: 'ctxc' as FormatName,
  type: typeof raw.kind === 'string' ? raw.kind : 'unknown',
  payload: raw as JsonObject,
})

/** Returns the parts in a form that this release knows. If all parts have known kinds, returns the given list. */
function readParts(parts: readonly unknown[]): readonly unknown[] {
  const read = parts.map(part => {
    if (!isObject(part)) return part
    if (!isKnownPart(part)) return unreadPart(part)
    if (part.kind !== 'tool-result' || !Array.isArray(part.content)) return part
    const content = readParts(part.content)
    return content === part.content ? part : { ...part, content }
  })
  return read.every((part, index) => part === parts[index]) ? parts : read
}

/** Returns the actions without unknown fields. If there are none, returns the given object. */
function readActions(actions: Raw): Raw {
  const known = pickKnownFields(actions, knownActions)
  const { effect, ...others } = known
  if (effect !== undefined && !isKnownEffect(effect)) return others
  return known
}

/** Rejects an event whose `seq` is not its position. Rewinds, summaries and handles refer to events by position. */
function assertEventPosition({ seq }: Raw, place: number, at: string): void {
  if (seq === undefined || seq === place) return
  throw wrongValueError(`${place}, its place in the list`, seq, Path.named(`${at}.seq`))
}

function readStored(raw: Raw, place: number, at: string): Read {
  assertEventPosition(raw, place, at)
  const known = pickKnownFields(raw, knownEventFields)
  const parts = Array.isArray(known.parts) ? readParts(known.parts) : known.parts
  const actions = isObject(known.actions) ? readActions(known.actions) : known.actions
  const isWhole = known === raw && parts === raw.parts && actions === raw.actions
  const input = isWhole ? raw : { ...known, parts, actions }
  assertEvent(input, at)
  return { input, isWhole }
}

/** Returns a log source for events that `toJSON` wrote; `from` is the position of the first event. */
export function storedSource(raws: readonly unknown[], from = 0): LogSource {
  const reads = raws.map((raw, index) => {
    const at = `events[${from + index}]`
    return readEventAt(at, raw, () => readStored(raw as Raw, from + index, at))
  })
  const events = reads.map(({ input }, index) => toEvent(input, from + index))
  return {
    length: events.length,
    event: index => events[index] as Event,
    scan: (index, sink) => sendEventFacts(events[index] as Event, sink),
    unread: index =>
      unreadFields(raws[index], events[index] as Event).map(at => `i:/events/${from + index}${at}`),
    stored: (index, seq) => (reads[index]?.isWhole ? undefined : { ...(raws[index] as Event), seq }),
  }
}
