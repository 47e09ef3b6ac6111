import type { Agent } from '../agent/agent.ts'
import { assertTree } from '../agent/assert.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { importerFor } from '../from/importer.ts'
import type { FormatName } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import { Session } from '../session/session.ts'
import { type Graph, graphOf } from './graph.ts'
import { inferOutputKeys } from './infer-output.ts'
import { isAgent, isGroup, type Member } from './member.ts'
import type { Declared, Program } from './program.ts'
import { readMember } from './read-member.ts'

/** A program that is ready to be compiled. */
export interface Declaration {
  readonly member: Member
  readonly graph: Graph
  /** Agents whose output keys were inferred from their places in the program; they now have these keys. */
  readonly inferred: ReadonlySet<Agent>
  /** Format of an imported conversation; null for a declared program. */
  readonly format: FormatName | null
  /** Diagnostics of the import or other source of the program. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a program: an imported conversation, an agent with a session, an agent, or a group of members. */
export function readProgram(program: Declared): Declaration {
  if (program instanceof Promise) throw theProgram.wrong(`${orGroup} a promise`, { help: 'await it' })
  if (program instanceof Session)
    throw theProgram.wrong(`${orGroup} a session`, {
      help: 'give the agent first, compile(program, session)',
    })
  const importer = isRaw(program) ? importerFor(program) : null
  if (importer !== null)
    throw theProgram.wrong(`${orGroup} messages`, { help: `write compile(${importer}(messages), …)` })
  if (!isObject(program)) throw wrongValueError(aProgram, program, theProgram)
  if ('agent' in program && !('name' in program) && !('kind' in program)) {
    const {
      agent,
      format = null,
      diagnostics = [],
    } = program as Pick<Program, 'agent' | 'format' | 'diagnostics'>
    if (isObject(agent) && 'kind' in agent)
      throw Path.named('agent').wrong(`must be an agent, got a ${String(agent.kind)}`, {
        help: 'pass it as the program, compile(program, session)',
      })
    // Tools and schemas are already in normal form; diagnostics report parts that a provider cannot accept.
    assertTree(agent, Path.named('agent'))
    return { ...inferOutputKeys(agent), graph: graphOf(agent), format, diagnostics }
  }
  const read = readMember(program, Path.named('kind' in program ? String(program.kind) : 'agent'))
  if (!isAgent(read) && !isGroup(read)) throw wrongValueError(aProgram, program, theProgram)
  const { member, inferred } = inferOutputKeys(read)
  return { member, inferred, graph: graphOf(member), format: null, diagnostics: [] }
}

/** Whether a value is a provider's messages or request, which an importer must read first. */
const isRaw = (program: unknown): boolean =>
  Array.isArray(program) || (isObject(program) && !['agent', 'name', 'kind'].some(field => field in program))

const theProgram = Path.named('the program')
const orGroup = 'must be an agent or a group, got'
const aProgram = 'an agent, a pipeline, or a conversation from an importer such as fromOpenAI(messages)'
