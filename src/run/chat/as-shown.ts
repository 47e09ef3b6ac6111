import { parsePlace } from '../../core/ir/call-branch.ts'
import type { Event } from '../../core/ir/event.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import { readArguments } from '../../core/lower/arguments.ts'
import { deepest } from '../../core/text/depth.ts'
import { isEqual } from '../../core/text/equal.ts'

/** Events of a session, as the log has them and as the page shows them. */
interface BothForms {
  readonly made: readonly Event[]
  readonly shown: readonly Event[]
}

/**
 * Returns edited arguments of a call as they are to run. What is as the page shows it is taken from the log, where no
 * placeholder stands for a protected value.
 */
export const restoredArguments = (edited: JsonObject, call: string, { made, shown }: BothForms): JsonObject =>
  restoredValue(edited, argumentsOfCall(shown, call), argumentsOfCall(made, call)) as JsonObject

function argumentsOfCall(events: readonly Event[], call: string): JsonObject {
  const { seq, part: index } = parsePlace(call)
  const part = events[seq]?.parts[index]
  return part?.kind === 'tool-call' ? readArguments(part).value : {}
}

function restoredValue(edited: JsonValue, shown: unknown, made: unknown, depth = 0): JsonValue {
  if (isEqual(edited, shown)) return made as JsonValue
  // A value that is nested more deeply is refused when it is recorded.
  if (depth > deepest) return edited
  if (typeof edited !== 'object' || edited === null) return edited
  const restored = Object.entries(edited).map(([name, value]): [string, JsonValue] => [
    name,
    restoredValue(value as JsonValue, fieldOf(shown, name), fieldOf(made, name), depth + 1),
  ])
  return Array.isArray(edited) ? restored.map(([, value]) => value) : Object.fromEntries(restored)
}

/** Returns a field of an object, or an item of a list; undefined if there is none. */
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/**
 * Returns an answer to a call as its tool is to get it. A value that is as the page shows it, in the call's arguments or in
 * the schema of its question, is taken from the log: a default or a choice may have a protected value.
 */
export function restoredAnswer(answer: JsonValue, call: string, { made, shown }: BothForms): JsonValue {
  const offered = (events: readonly Event[]): unknown => [
    events.findLast(({ actions }) => actions?.run?.waits?.calls.includes(call))?.actions?.run?.waits?.question
      ?.schema ?? null,
    argumentsOfCall(events, call),
  ]
  const known = new Map<JsonValue, JsonValue>()
  collectChanged(offered(shown), offered(made), known)
  return known.size === 0 ? answer : withKnownValues(answer, known)
}

/** Collects the values and names of a shown value that have another form in the log. */
function collectChanged(shown: unknown, made: unknown, known: Map<JsonValue, JsonValue>, depth = 0): void {
  if (depth > deepest || isEqual(shown, made)) return
  if (typeof shown === 'string' && !known.has(shown)) known.set(shown, made as JsonValue)
  if (typeof shown !== 'object' || shown === null || typeof made !== 'object' || made === null) return
  const originals = Object.entries(made)
  // A protected value in a name changes the name, but not its place.
  for (const [at, [name, value]] of Object.entries(shown).entries()) {
    const [original, other] = originals[at] ?? [name, value]
    collectChanged(name, original, known, depth + 1)
    collectChanged(value, other, known, depth + 1)
  }
}

function withKnownValues(value: JsonValue, known: ReadonlyMap<JsonValue, JsonValue>, depth = 0): JsonValue {
  // A value that is nested more deeply is refused when it is recorded.
  if (depth > deepest || typeof value !== 'object' || value === null) return known.get(value) ?? value
  const restore = (each: unknown): JsonValue => withKnownValues(each as JsonValue, known, depth + 1)
  if (Array.isArray(value)) return value.map(restore)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [String(known.get(name) ?? name), restore(each)]),
  )
}
