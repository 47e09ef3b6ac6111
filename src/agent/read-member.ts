import { isObject } from '../ir/json.ts'
import { assertKey } from '../state/key.ts'
import { isStateStep } from '../state/step.ts'
import { assertKeys } from './assert.ts'
import type { Group, Loop, MapOver, Member, Route, Tap } from './member.ts'
import { type AgentInput, readAgent } from './read-agent.ts'
import { readWays } from './read-way.ts'

/** Members that were read: reading them again would give the same. */
const known = new WeakSet<object>()

/** A member in its one form, with all that it holds. Throws a TypeError that names the place (`at`) for what is none. */
export function readMember(input: unknown, at: string): Member {
  if (Array.isArray(input)) throw new TypeError(`${at} is a list, not a member: give what is in it, with ...`)
  if (!isObject(input)) throw new TypeError(`${at} is no member: ${help}`)
  if (known.has(input) || isStateStep(input)) return input as unknown as Member
  if (!('kind' in input)) return readAgent(input as unknown as AgentInput, at)
  const read = Object.hasOwn(readers, String(input.kind)) ? readers[input.kind as keyof typeof readers] : null
  if (read === null) throw new TypeError(`${at}.kind is no kind of member: ${help}`)
  return made(read(input, at))
}

/** Freezes a member, and knows it again. */
export function made<Made extends Member>(member: Made): Made {
  known.add(Object.freeze(member))
  return member
}

/** The same group with its members changed one by one. */
export function withMembers<Of extends Group>(group: Of, change: (member: Member) => Member): Of
export function withMembers(group: Group, change: (member: Member) => Member): Group {
  if (group.kind === 'mapOver') return made({ ...group, member: change(group.member) })
  if (group.kind === 'route') {
    const ways = group.ways.map(way => Object.freeze({ ...way, member: change(way.member) }))
    return made({ ...group, ways: Object.freeze(ways), other: group.other && change(group.other) })
  }
  return made({ ...group, members: Object.freeze(group.members.map(change)) })
}

const help =
  'give an agent, a step of S, or what pipeline, parallel, loop, route, fallback, mapOver or tap gave'

type Raw = Readonly<Record<string, unknown>>

const readers: Readonly<Record<Group['kind'] | 'tap', (raw: Raw, at: string) => Member>> = {
  pipeline: (raw, at) => readRow('pipeline', raw, at),
  parallel: (raw, at) => readRow('parallel', raw, at),
  fallback: (raw, at) => readRow('fallback', raw, at),
  loop: readLoop,
  route: readRoute,
  mapOver: readMap,
  tap: readTap,
}

function readRow<Kind extends 'pipeline' | 'parallel' | 'fallback'>(kind: Kind, raw: Raw, at: string) {
  assertKeys(raw, ['kind', 'members'], at)
  return { kind, members: readMembers(raw.members, at) }
}

function readMembers(members: unknown, at: string): readonly Member[] {
  if (!Array.isArray(members)) throw new TypeError(`${at}.members is not a list`)
  if (members.length === 0) throw new TypeError(`${at} has no members`)
  return Object.freeze(members.map((member, index) => readMember(member, `${at}.members[${index}]`)))
}

function readLoop(raw: Raw, at: string): Loop {
  assertKeys(raw, ['kind', 'until', 'max', 'members'], at)
  const { until = null, max, members } = raw
  if (until !== null && typeof until !== 'function') throw new TypeError(`${at}.until is not a function`)
  if (!Number.isSafeInteger(max) || (max as number) < 1)
    throw new TypeError(`${at}.max is not a whole number above 0`)
  return {
    kind: 'loop',
    members: readMembers(members, at),
    until: until as Loop['until'],
    max: max as number,
  }
}

function readRoute(raw: Raw, at: string): Route {
  assertKeys(raw, ['kind', 'key', 'ways', 'other'], at)
  const { key, ways, other = null } = raw
  assertKey(key, `${at}.key`)
  return {
    kind: 'route',
    key,
    ways: readWays(ways, `${at}.ways`, readMember),
    other: other === null ? null : readMember(other, `${at}.other`),
  }
}

function readMap(raw: Raw, at: string): MapOver {
  assertKeys(raw, ['kind', 'key', 'item', 'into', 'member'], at)
  const { key, item = 'item', into, member } = raw
  assertKey(key, `${at}.key`)
  assertKey(item, `${at}.item`)
  assertKey(into, `${at}.into`)
  return { kind: 'mapOver', key, item, into, member: readMember(member, `${at}.member`) }
}

function readTap(raw: Raw, at: string): Tap {
  assertKeys(raw, ['kind', 'look'], at)
  if (typeof raw.look !== 'function') throw new TypeError(`${at}.look is not a function`)
  return { kind: 'tap', look: raw.look as Tap['look'] }
}
