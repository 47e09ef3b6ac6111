// Content that must be equal in two logs of one program, even if one run was interrupted.

import { unknownOutcomeText } from '../../../run.ts'
import type { StoredEvent } from '../../store/index.ts'

/** Result of a call with an unknown outcome. It may replace any result of the call. */
const unknown = 'not known'

/** Names for the calls of a log, which do not depend on the calls' positions. */
interface Names {
  /** Names by place, `seq.part`. */
  readonly byPlace: ReadonlyMap<string, string>
  /** Names by branch and call id. */
  readonly byId: ReadonlyMap<string, string>
}

/**
 * Returns the first difference of two logs as a text; null if they agree. Ignores records of runs, plans, ids, times,
 * the order of results of one answer, and the order of events on concurrent branches. A result with an unknown outcome
 * equals any result of the call, if `reported` names its tool.
 */
export function difference(
  expected: readonly StoredEvent[],
  actual: readonly StoredEvent[],
  reported: readonly string[],
): string | null {
  const [left, right] = [essence(expected, reported), essence(actual, reported)]
  for (const branch of new Set([...left.keys(), ...right.keys()])) {
    const [ours, theirs] = [left.get(branch) ?? [], right.get(branch) ?? []]
    for (let at = 0; at < Math.max(ours.length, theirs.length); at++)
      if (!isAlike(ours[at], theirs[at]))
        return `branch '${branch}', event ${at}: expected ${shown(ours[at])}, got ${shown(theirs[at])}`
  }
  return null
}

/** Content of one event, and the call whose result it is. */
interface Essence {
  readonly result: string | null
  readonly content: string
}

const shown = (event: Essence | undefined): string =>
  event === undefined ? 'nothing' : `${event.result ?? ''} ${event.content}`

const isAlike = (expected: Essence | undefined, actual: Essence | undefined): boolean =>
  expected !== undefined &&
  actual !== undefined &&
  expected.result === actual.result &&
  (expected.content === actual.content || (expected.result !== null && actual.content === unknown))

/** Returns the events with content, by branch. */
function essence(
  events: readonly StoredEvent[],
  reported: readonly string[],
): ReadonlyMap<string, readonly Essence[]> {
  const kept = events.filter(({ parts, actions }) => parts.length > 0 || actions?.state !== undefined)
  const names = namesOf(kept)
  const byBranch = new Map<string, Essence[]>()
  const responses = new Map<string, string>()
  for (const event of kept) {
    const branch = branchName(event.branch, names)
    const own = byBranch.get(branch) ?? []
    byBranch.set(branch, own)
    const response = `${branch} ${event.response}`
    if (!responses.has(response)) responses.set(response, `${own.length}`)
    const found = eventEssence(event, names, reported)
    if (found.result !== null) own.push(found)
    else {
      // Answers and steps of the main branch come after all concurrent members.
      const before = branch === '' ? [...byBranch].map(([name, { length }]) => [name, length]) : []
      const content = `${found.content} ${event.response === '' ? '' : responses.get(response)} ${JSON.stringify(before.sort())}`
      own.push({ result: null, content })
    }
  }
  return new Map([...byBranch].map(([branch, own]) => [branch, inOrder(own)]))
}

/** Returns the events of a branch. Results between two answers are in the order of their calls. */
function inOrder(events: readonly Essence[]): readonly Essence[] {
  const ordered: Essence[] = []
  let results: Essence[] = []
  const flush = (): void => {
    ordered.push(...results.sort((left, right) => String(left.result).localeCompare(String(right.result))))
    results = []
  }
  for (const event of events) {
    if (event.result !== null) results.push(event)
    else {
      flush()
      ordered.push(event)
    }
  }
  flush()
  return ordered
}

function namesOf(events: readonly StoredEvent[]): Names {
  const byPlace = new Map<string, string>()
  const byId = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const { seq, branch, parts } of events) {
    const name = branchName(branch, { byPlace, byId })
    for (const [index, part] of parts.entries()) {
      if (part.kind !== 'tool-call') continue
      const count = counts.get(name) ?? 0
      counts.set(name, count + 1)
      const call = `${name}#${String(count).padStart(4, '0')}`
      byPlace.set(`${seq}.${index}`, call)
      byId.set(`${branch} ${part.id}`, call)
    }
  }
  return { byPlace, byId }
}

/** Returns the name of a branch. The name of a call's conversation contains the place of the call. */
const branchName = (branch: string, { byPlace }: Names): string =>
  branch.replace(/\d+\.\d+/g, place => byPlace.get(place) ?? place)

function eventEssence(event: StoredEvent, names: Names, reported: readonly string[]): Essence {
  const { seq: _, time: _time, branch, response: _response, parts, actions = {}, ...rest } = event
  const { run: _run, plan: _plan, ...kept } = actions
  const call = (id: string): string => names.byId.get(`${branch} ${id}`) ?? `no call ${id}`
  const [first] = parts
  const result = first?.kind === 'tool-result' ? call(first.id) : null
  if (first?.kind === 'tool-result' && reported.includes(first.name ?? '')) {
    // A text about changed arguments may stand before it.
    const last = first.content.at(-1)
    if (last?.kind === 'text' && last.text === `Error: ${unknownOutcomeText}`)
      return { result, content: unknown }
  }
  const named = parts.map(part =>
    part.kind === 'tool-call' || part.kind === 'tool-result' ? { ...part, id: call(part.id) } : part,
  )
  return { result, content: JSON.stringify({ ...rest, parts: named, actions: kept }, sorted) }
}

/** Sorts the keys of objects. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value
