import type { Group, Member, Way } from '../../core/program/member.ts'
import { innerOf } from '../../core/program/walk.ts'
import { oneLine } from '../../core/text/columns.ts'
import { toJson } from '../../core/text/json.ts'
import { innerPlace } from './place.ts'

/** Member inside a group: its path, and the route branch that leads to it, if any. */
export interface Inside {
  readonly member: Member
  readonly at: string
  readonly way: Way | null
}

/** Returns the members of a group, in declaration order. */
export const innerMembers = (group: Group, place: string): readonly Inside[] =>
  innerOf(group).map(({ member, path, way }) => ({ member, at: innerPlace(place, ...path), way }))

/** Returns the condition of a route's branch as a label; an empty text for any other group. */
export function branchLabel(group: Group, { way }: Inside): string {
  if (group.kind !== 'route') return ''
  if (way === null) return 'otherwise'
  if ('is' in way) return `is ${oneLine(toJson(way.is))}`
  const name = conditionName(way.when, 'when')
  if (name !== null) return `when ${name}`
  // A condition without a name gets a number, in the order of the branches.
  const nameless = group.ways.filter(other => 'when' in other && conditionName(other.when, 'when') === null)
  return nameless.length === 1 ? 'when' : `when condition ${nameless.indexOf(way) + 1}`
}

/**
 * Returns the name of a condition. Returns null for a function without an own name, because JavaScript may name it
 * after the field that contains it.
 */
export function conditionName({ name }: { readonly name: string }, field: 'when' | 'until'): string | null {
  return name === '' || name === field ? null : oneLine(name)
}
