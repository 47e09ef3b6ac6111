import type { Group, Member, Way } from '../program/member.ts'
import { innerOf } from '../program/walk.ts'
import { oneLine } from '../text/columns.ts'
import { toJson } from '../text/json.ts'
import { within } from './place.ts'

/** A member of a group: its path, and the condition under which a route takes it. */
export interface Inside {
  readonly member: Member
  readonly at: string
  readonly way: Way | null
}

/** The members of a group, in the order in which they are declared. */
export const inside = (group: Group, place: string): readonly Inside[] =>
  innerOf(group).map(({ member, path, way }) => ({ member, at: within(place, ...path), way }))

/** Returns what leads into a member of a route; an empty text in every other group. */
export function labelOf({ kind }: Group, { way }: Inside): string {
  if (kind !== 'route') return ''
  if (way === null) return 'otherwise'
  return 'is' in way ? `is ${oneLine(toJson(way.is))}` : 'when'
}
