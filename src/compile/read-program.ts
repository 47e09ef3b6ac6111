import type { Agent } from '../agent/agent.ts'
import { assertTree } from '../agent/assert.ts'
import { type Graph, graphOf } from '../agent/graph.ts'
import { withOutputs } from '../agent/infer-output.ts'
import { isAgent, isGroup, type Member } from '../agent/member.ts'
import { Place } from '../agent/place.ts'
import { readMember } from '../agent/read-member.ts'
import type { FormatName } from '../ir/format-name.ts'
import { isObject } from '../ir/json.ts'
import type { Declared } from './program.ts'

/** A program as it is compiled. */
export interface Declaration {
  readonly member: Member
  readonly graph: Graph
  /** Agents whose output key follows from where they stand; these have it. */
  readonly inferred: ReadonlySet<Agent>
  /** The format of an imported conversation; null for a program that was declared. */
  readonly format: FormatName | null
}

/** Reads a program: an imported conversation, an agent with a session, an agent, a pipeline or anything else that has agents. */
export function readProgram(program: Declared): Declaration {
  if (!isObject(program)) throw new TypeError(wrong)
  if ('agent' in program && !('name' in program) && !('kind' in program)) {
    const { agent, format = null } = program as { readonly agent: Agent; readonly format?: FormatName }
    if (isObject(agent) && 'kind' in agent)
      throw new TypeError(
        `agent is a ${String(agent.kind)}, not an agent: give it by itself, compile(program, session)`,
      )
    // Its tools and schemas are in their one form: what a provider cannot take of them is a diagnostic.
    assertTree(agent, Place.named('agent'))
    return { ...withOutputs(agent), graph: graphOf(agent), format }
  }
  const read = readMember(program, Place.named('kind' in program ? String(program.kind) : 'agent'))
  if (!isAgent(read) && !isGroup(read)) throw new TypeError(wrong)
  const { member, inferred } = withOutputs(read)
  return { member, inferred, graph: graphOf(member), format: null }
}

const wrong = 'a program is an agent, a pipeline, or { agent, session }: an imported conversation is one'
