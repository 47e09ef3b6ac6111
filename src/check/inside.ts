import type { Group } from '../program/member.ts'
import { oneLine } from '../text/columns.ts'
import { toJson } from '../text/json.ts'
import { within } from './place.ts'

/** A member of a group: its path, and what leads to it. */
export interface Inside {
  readonly at: string
  readonly label: string
}

/** The members of a group, in the order in which they are declared. */
export function inside(group: Group, place: string): readonly Inside[] {
  if (group.kind === 'mapOver') return [{ at: within(place, 'member'), label: '' }]
  if (group.kind !== 'route')
    return group.members.map((_, index) => ({ at: within(place, 'members', index), label: '' }))
  const ways = group.ways.map((way, index) => ({
    at: within(place, 'ways', index, 'member'),
    label: 'is' in way ? `is ${oneLine(toJson(way.is))}: ` : 'when: ',
  }))
  return group.other === null ? ways : [...ways, { at: within(place, 'other'), label: 'otherwise: ' }]
}
