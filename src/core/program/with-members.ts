import type { Group, Member } from './member.ts'
import { freezeMember } from './read-member.ts'
import { type Visitor, visit } from './walk.ts'

/** Returns a copy of a group in which each member is changed. */
export const withMembers = (group: Group, change: (member: Member) => Member): Group =>
  freezeMember(visit(changed, group, change))

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
