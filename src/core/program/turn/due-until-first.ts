import type { Agent } from '../../agent/agent.ts'
import type { Parallel } from '../member.ts'
import type { Due, FailedCondition } from './due-types.ts'
import type { Happened } from './turn.ts'
import type { Walker } from './walker.ts'

/** One member after its replay. */
interface Replayed {
  /** Next steps in the member. */
  readonly due: readonly Due[]
  /** Entries that the member took, and their positions. */
  readonly found: readonly Happened[]
  readonly places: readonly number[]
  /** Position and seq of the turn after the member. */
  readonly place: number
  readonly since: number
  readonly failed: readonly FailedCondition[]
  readonly last: Agent | null
}

/** Returns the next steps in the members of a group that ends with its first member that ends with an answer. */
export function dueUntilFirst(
  walk: Walker,
  group: Parallel,
  rounds: readonly (() => readonly Due[])[],
): readonly Due[] {
  const { cursor } = walk
  const { place: start, since, found, end } = cursor
  const from = found.length
  const at = walk.placeOf(group)
  const mark = cursor.findWon(at)
  // Later entries belong to whatever follows the group.
  cursor.end = mark?.place ?? end
  const replayed = rounds.map(round => replayMember(walk, round, { start, since }))
  cursor.end = end
  const recorded = mark === null || !hasAnswer(replayed[mark.won.member]) ? null : mark.won.member
  const member = recorded ?? firstToEnd(replayed)
  const winner = member === null ? undefined : replayed[member]
  if (member === null || winner === undefined) return dueWithoutWinner(walk, replayed)
  const last = mark !== null && recorded !== null ? mark.place : Math.max(...winner.places)
  const others = replayed.filter(each => each !== winner)
  const taken = others.flatMap(({ found, places }) =>
    found.map((entry, index) => ({ entry, place: places[index] as number })),
  )
  const kept = taken.filter(({ place }) => place < last)
  walk.abandon(kept.map(({ entry }) => entry))
  cursor.since = since
  // The winner's answer is the last one, because it is the answer of the group.
  cursor.keepFound(from, [...kept.map(({ place }) => place), ...winner.places])
  if (recorded !== null) cursor.keepFound(found.length, [last])
  cursor.place = last + 1
  walk.last = winner.last
  walk.failed.push(...winner.failed)
  if (recorded !== null || !walk.withSteps || !walk.isRun) return []
  return [{ kind: 'won', place: at, member, ...walk.placeHere }]
}

/** Replays one member from the first entry of its group. */
function replayMember(
  walk: Walker,
  round: () => readonly Due[],
  { start, since }: { readonly start: number; readonly since: number },
): Replayed {
  const { cursor } = walk
  cursor.place = start
  cursor.since = since
  const begin = cursor.found.length
  const failures = walk.failed.length
  const due = round()
  const failed = walk.failed.splice(failures)
  const { place, since: after } = cursor
  const taken = { found: cursor.found.slice(begin), places: cursor.places.slice(begin) }
  return { due, ...taken, place, since: after, failed, last: walk.last }
}

const hasAnswer = (member: Replayed | undefined): boolean =>
  member?.found.some(({ kind }) => kind === 'answer') === true

/** Returns the index of the member that ended with an answer before the others; null if none has. */
function firstToEnd(replayed: readonly Replayed[]): number | null {
  const ends = replayed.map(each =>
    each.due.length === 0 && hasAnswer(each) ? Math.max(...each.places) : Number.POSITIVE_INFINITY,
  )
  const first = Math.min(...ends)
  return first === Number.POSITIVE_INFINITY ? null : ends.indexOf(first)
}

/** Returns the next steps of the members that have not failed. If all that are not done failed, returns the first failure. */
function dueWithoutWinner(walk: Walker, replayed: readonly Replayed[]): readonly Due[] {
  const { cursor } = walk
  cursor.place = Math.max(...replayed.map(({ place }) => place))
  cursor.since = Math.max(...replayed.map(({ since }) => since))
  walk.failed.push(...replayed.flatMap(({ failed }) => failed))
  const failed = replayed.filter(({ due }) => due[0]?.kind === 'failure')
  const due = replayed.flatMap(each => (failed.includes(each) ? [] : each.due))
  const [first] = failed
  if (due.length === 0 && first !== undefined) return first.due
  for (const { found } of failed) walk.abandon(found)
  return due
}
