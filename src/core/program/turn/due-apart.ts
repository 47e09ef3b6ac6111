import { describe } from '../../form/describe.ts'
import type { JsonValue } from '../../ir/json.ts'
import { addAll } from '../../text/list.ts'
import { branchFor, trunk } from '../branch-pattern.ts'
import type { Graph } from '../graph.ts'
import type { Group, MapOver, Parallel } from '../member.ts'
import { rootsOf } from '../walk.ts'
import { answerValue, collectStep } from './collect-step.ts'
import type { Due } from './due-types.ts'
import { dueUntilFirst } from './due-until-first.ts'
import type { TurnAnswer } from './turn.ts'
import type { ItemPath } from './turn-cursor.ts'
import type { Walker } from './walker.ts'

/** Returns the next steps in the members of a parallel group. */
export function dueInParallel(walk: Walker, group: Parallel): readonly Due[] {
  const { cursor, graph } = walk
  const { beside, since: from, item } = cursor
  const roots = group.members.map(rootsOf)
  const rounds = group.members.map((member, index) => (): readonly Due[] => {
    const others = roots.flatMap((each, other) => (other === index ? [] : [...each]))
    cursor.beside = new Set([...beside, ...others].filter(root => !roots[index]?.has(root)))
    return walk.dueIn(member, { from, branch: branchIn(graph, group, index, item) })
  })
  const due = group.until === 'first' ? dueUntilFirst(walk, group, rounds) : replayFromStart(walk, rounds)
  cursor.beside = beside
  return due
}

/** Returns the next steps for the items of a `mapOver`'s list, or the step that collects the answers. */
export function dueInMapOver(walk: Walker, map: MapOver): readonly Due[] {
  const { cursor, graph, session, withSteps } = walk
  const { item, since } = cursor
  const before = walk.keysHere()
  const kept = before.get(map.key)
  const list = kept?.value ?? null
  const isList = Array.isArray(list)
  if (!isList) walk.groundless.set(map, `'${map.key}' is ${describe(list)}, not a list, so mapOver runs once`)
  const answers: (TurnAnswer | undefined)[] = []
  // If the value is not a list, there is one round, whose request reports the missing list.
  const items: readonly JsonValue[] = isList ? list : [null]
  const rounds = items.map((value, index) => (): readonly Due[] => {
    cursor.item = itemIn(item, index)
    const found = cursor.found.length
    const due = walk.dueIn(map.member, {
      from: since,
      branch: branchIn(graph, map, 0, cursor.item),
      ...(isList && { set: { [map.item]: value }, setBy: kept?.seq ?? -1 }),
    })
    answers[index] = cursor.found.slice(found).findLast(each => each.kind === 'answer')
    return due
  })
  const roots = rootsOf(map.member)
  // If the caller needs only the first next agent, the walk through a long list stops once every answer of the turn
  // belongs to an item.
  const due = replayFromStart(walk, rounds, start => !withSteps && !cursor.hasUntakenAnswer(roots, start))
  cursor.item = item
  if (due.length > 0 || !withSteps || !isList) return due
  if ((walk.keysHere().get(map.into)?.seq ?? -1) >= cursor.since) return []
  const isChanged = (session.keys.get(map.item)?.seq ?? -1) >= since
  const step = collectStep(map, {
    answers: () => answers.map(answer => answerValue(session, graph, answer)),
    itemBefore: isChanged ? (before.get(map.item)?.value ?? null) : undefined,
  })
  return [{ kind: 'step', step, ...walk.placeHere }]
}

/**
 * Replays members that run at the same time: each starts at the same entry of the turn. The walk then continues after
 * the last entry that any of the members reached.
 */
function replayFromStart(
  { cursor }: Walker,
  rounds: readonly (() => readonly Due[])[],
  isOver: (start: number) => boolean = () => false,
): readonly Due[] {
  const { place: start, since } = cursor
  let end = start
  let latest = since
  const due: Due[] = []
  for (const round of rounds) {
    cursor.place = start
    cursor.since = since
    addAll(due, round())
    end = Math.max(end, cursor.place)
    latest = Math.max(latest, cursor.since)
    if (due.length > 0 && isOver(start)) break
  }
  cursor.place = end
  cursor.since = latest
  // If one member failed, none of the others continues.
  const failure = due.find(({ kind }) => kind === 'failure')
  return failure === undefined ? due : [failure]
}

/** Returns the branch of a group's member, including the indices of the items around the member. */
const branchIn = (graph: Graph, group: Group, index: number, item: ItemPath | null): string =>
  branchFor(graph.branches.get(group)?.[index] ?? trunk, item?.indices ?? [])

/** Returns the path of an item in a list, which begins with the item around that list. */
function itemIn(outer: ItemPath | null, index: number): ItemPath {
  const indices = [...(outer?.indices ?? []), index]
  return { indices, text: indices.join('.') }
}
