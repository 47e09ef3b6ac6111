import { noteLevels } from '../agent/levels.ts'
import { readAgent } from '../agent/read-agent.ts'
import { assertFunction, assertKeys, assertList, check } from '../form/check.ts'
import type { DeclarationError } from '../form/declaration-error.ts'
import { describe } from '../form/describe.ts'
import type { Path } from '../form/path.ts'
import { noKind } from '../form/suggest.ts'
import { isObject } from '../ir/json.ts'
import { isStateStep } from '../state/step.ts'
import { readKey } from '../template/key.ts'
import {
  type Condition,
  type Group,
  isGroup,
  type Loop,
  type MapOver,
  type Member,
  type Route,
  type Tap,
} from './member.ts'
import { readWays } from './read-branch.ts'
import { isStepKind, readStep, stepKinds } from './read-step.ts'
import { membersOf, type Visitor, visit } from './walk.ts'

/** Members that were read already and need no second reading. */
const known = new WeakSet<object>()

/**
 * Returns a member in its normal form, with all its members. Throws a TypeError that names the place (`at`) of an
 * invalid one.
 */
export function readMember(input: unknown, at: Path): Member {
  if (!isObject(input) || input instanceof Promise) throw noMember(input, at)
  if (known.has(input) || isStateStep(input)) return input as unknown as Member
  if (!('kind' in input)) {
    // A group without its kind, rather than an agent with an unknown field.
    if ('members' in input) throw noKind('kind of member', undefined, kinds, at.in('kind'))
    return readAgent(input, at)
  }
  const { kind } = input
  if (isStepKind(kind)) return readStep(input, at)
  if (typeof kind !== 'string' || !Object.hasOwn(readers, kind) || (kind === 'tap' && at.isData))
    throw noKind('kind of member', kind, kinds, at.in('kind'))
  at.assertDepth()
  return made(readers[kind as keyof typeof readers](input, at), at)
}

/** Freezes a member and records that it was read. */
export function made<Made extends Member>(member: Made, at: Path | null = null): Made {
  // A group from data may lack invalid members.
  if (isGroup(member) && !at?.isData) noteLevels(member, membersOf(member), at)
  known.add(Object.freeze(member))
  return member
}

/** Returns a group with each of its members changed. */
export const withMembers = (group: Group, change: (member: Member) => Member): Group =>
  made(visit(changed, group, change))

const changed: Visitor<Group, [change: (member: Member) => Member], Group> = {
  pipeline: changedRow,
  parallel: changedRow,
  loop: changedRow,
  fallback: changedRow,
  route(group, change) {
    const ways = group.ways.map(way => Object.freeze({ ...way, member: change(way.member) }))
    return { ...group, ways: Object.freeze(ways), other: group.other && change(group.other) }
  },
  mapOver: (group, change) => ({ ...group, member: change(group.member) }),
}

function changedRow<Row extends Extract<Group, { readonly members: readonly Member[] }>>(
  group: Row,
  change: (member: Member) => Member,
): Row {
  return { ...group, members: Object.freeze(group.members.map(change)) }
}

type Raw = Readonly<Record<string, unknown>>

const readers: Readonly<Record<Group['kind'] | 'tap', (raw: Raw, at: Path) => Member>> = {
  pipeline: (raw, at) => readRow('pipeline', raw, at),
  parallel: (raw, at) => readRow('parallel', raw, at),
  fallback: (raw, at) => readRow('fallback', raw, at),
  loop: readLoop,
  route: readRoute,
  mapOver: readMap,
  tap: readTap,
}

const kinds = [...Object.keys(readers), ...stepKinds]

function noMember(input: unknown, at: Path): DeclarationError {
  const help = at.isData
    ? 'give an agent, which has a name, or a group or a step, which have a kind'
    : Array.isArray(input)
      ? 'pass its elements, as in pipeline(...members)'
      : input instanceof Promise
        ? 'await it first'
        : 'give an agent, a step of S, or a result of pipeline, parallel, loop, route, fallback, mapOver or tap'
  return at.wrong(input === undefined ? 'is missing' : `must be a member, got ${describe(input)}`, { help })
}

function readRow<Kind extends 'pipeline' | 'parallel' | 'fallback'>(kind: Kind, raw: Raw, at: Path) {
  assertKeys(raw, ['kind', 'members'], at)
  return { kind, members: readMembers(raw.members, at) }
}

const readMembers = (members: unknown, at: Path): readonly Member[] =>
  at.in('members').piece(place => {
    const list = assertList(members, place)
    if (list.length === 0) throw at.wrong('has no members', { help: 'give at least one' })
    return Object.freeze(place.each(list, readMember))
  })

function readLoop(raw: Raw, at: Path): Loop {
  assertKeys(raw, ['kind', 'until', 'max', 'members'], at)
  const { until = null, max, members } = raw
  return {
    kind: 'loop',
    members: readMembers(members, at),
    until: until === null ? null : at.in('until').piece(place => assertFunction(until, place) as Condition),
    max: at.in('max').piece(place => {
      rounds(max, place)
      return max as number
    }),
  }
}

const rounds = check('a whole number above 0', value => Number.isSafeInteger(value) && (value as number) > 0)

function readRoute(raw: Raw, at: Path): Route {
  assertKeys(raw, ['kind', 'key', 'ways', 'other'], at)
  const { key, ways, other = null } = raw
  return {
    kind: 'route',
    key: at.in('key').piece(place => readKey(key, place)),
    ways: at.in('ways').piece(place => readWays(ways, place, readMember)),
    other: other === null ? null : at.in('other').piece(place => readMember(other, place)),
  }
}

function readMap(raw: Raw, at: Path): MapOver {
  assertKeys(raw, ['kind', 'key', 'item', 'into', 'member'], at)
  const { key, item = 'item', into, member } = raw
  return {
    kind: 'mapOver',
    key: at.in('key').piece(place => readKey(key, place)),
    item: at.in('item').piece(place => readKey(item, place)),
    into: at.in('into').piece(place => readKey(into, place)),
    member: at.in('member').piece(place => readMember(member, place)),
  }
}

function readTap(raw: Raw, at: Path): Tap {
  assertKeys(raw, ['kind', 'look'], at)
  const look = at.in('look').piece(place => assertFunction(raw.look, place) as Tap['look'])
  return { kind: 'tap', look }
}
