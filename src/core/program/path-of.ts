import type { PathStep } from '../form/declaration-error.ts'
import { isGroup, type Member } from './member.ts'
import type { FailedCondition } from './turn/due-types.ts'
import { conditionsOfMember, walk } from './walk.ts'

/** Returns the path of a member in a program, written like code that accesses it: `pipeline.members[1]`. */
export function placeOfMember(program: Member, member: Member): string {
  const site = walk(program).find(each => each.member === member)
  if (site === undefined) return ''
  return `${isGroup(program) ? program.kind : 'agent'}${asCode(site.path)}`
}

/** Returns the path of a condition in a program, written like code that accesses it: `pipeline.members[1].until`. */
export function placeOf(program: Member, { member, condition }: FailedCondition): string {
  const decision = conditionsOfMember(member).find(each => each.condition === condition)
  return `${placeOfMember(program, member)}${asCode(decision?.path ?? [])}`
}

const asCode = (path: readonly PathStep[]): string =>
  path.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
