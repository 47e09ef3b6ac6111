import type { FailedCondition } from './due-types.ts'
import { isGroup, type Member } from './member.ts'

/** Returns the path of a member in a program, as code would reach it: `pipeline.members[1]`. */
export const placeOfMember = (program: Member, member: Member): string => pathTo(program, member) ?? ''

/** Returns the path of a condition in a program, as code would reach it: `pipeline.members[1].until`. */
export function placeOf(program: Member, { member, condition }: FailedCondition): string {
  const own = member.kind === 'loop' ? '.until' : `.ways[${wayOf(member.ways, condition)}].when`
  return `${pathTo(program, member) ?? ''}${own}`
}

const wayOf = (ways: readonly object[], condition: unknown): number =>
  ways.findIndex(way => 'when' in way && way.when === condition)

/** The path to a member, from the kind of the program on; null where it is not there. */
function pathTo(program: Member, wanted: Member): string | null {
  const find = (member: Member, path: string): string | null => {
    if (member === wanted) return path
    if (!isGroup(member)) return null
    for (const [inner, step] of stepsInto(member)) {
      const found = find(inner, `${path}${step}`)
      if (found !== null) return found
    }
    return null
  }
  return find(program, isGroup(program) ? program.kind : 'agent')
}

function stepsInto(member: Extract<Member, { readonly kind: unknown }>): (readonly [Member, string])[] {
  if (!isGroup(member)) return []
  if (member.kind === 'mapOver') return [[member.member, '.member']]
  if (member.kind !== 'route')
    return (member.members as readonly Member[]).map((inner, index) => [inner, `.members[${index}]`])
  const ways = member.ways.map((way, index) => [way.member, `.ways[${index}].member`] as const)
  return member.other === null ? ways : [...ways, [member.other, '.other']]
}
