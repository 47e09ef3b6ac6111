import { copyAgentWith } from '../../core/agent/read-agent.ts'
import { Path } from '../../core/form/path.ts'
import { isAgent, isGroup, type Member } from '../../core/program/member.ts'
import { readMember } from '../../core/program/read-member.ts'
import { withMembers } from '../../core/program/with-members.ts'

/**
 * Returns a program in which every agent that names no model gets this model. A sub-agent gets the model of its parent
 * agent.
 */
export function withModel(program: Member, model: string): Member {
  const known = new Map<Member, Member>()
  const addModel = (member: Member): Member => {
    const changed = known.get(member) ?? addModelUncached(member)
    known.set(member, changed)
    return changed
  }
  const addModelUncached = (member: Member): Member => {
    if (isGroup(member)) return withMembers(member, addModel)
    return isAgent(member) && member.model === undefined ? copyAgentWith(member, { model }) : member
  }
  return addModel(readMember(program, Path.named(isGroup(program) ? program.kind : 'agent')))
}
