import type { Tool } from '../agent/agent.ts'
import { type ResolvedAgent, schemaOrigin } from '../agent/resolved.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../form/options.ts'
import type { Run, Segment } from '../ir/origin.ts'
import { agentFor } from '../program/agent-for.ts'
import { agentIn, firstOf } from '../program/graph.ts'
import type { Member } from '../program/member.ts'
import { readProgram } from '../program/read-program.ts'
import { sessionSeenBy } from '../program/seen-by.ts'
import { callableTools } from '../program/transfer.ts'
import { assertSession } from '../session/assert-session.ts'
import { createSession } from '../session/create.ts'
import type { Session } from '../session/session.ts'
import type { Sight } from '../session/unit/sight.ts'
import { inferTarget } from '../vendor/infer.ts'
import { loadTarget } from '../vendor/load.ts'
import { compileForm } from './contract/assert-options.ts'
import type { CompileOptions } from './contract/options.ts'
import { writeInstructions } from './resolve/provide.ts'
import { resolveAgent } from './resolve/resolve.ts'
import { setUp } from './setup.ts'

/** Text of an agent's instruction, before a target writes it. */
export interface CompiledInstruction {
  readonly text: string
  /** Origins of the text, as consecutive segments without gaps. */
  readonly segments: readonly Segment[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Options of `compileInstruction`. */
export interface InstructionOptions
  extends Pick<
    CompileOptions,
    'agent' | 'artifacts' | 'now' | 'missing' | 'onProviderError' | 'allowImport' | 'target' | 'model'
  > {
  /**
   * Session that contains the values and determines the next agent. By default, the session is empty, and the first
   * agent is used.
   */
  readonly session?: Session
}

const { agent, artifacts, now, missing, onProviderError, allowImport, target, model } = compileForm.takes

const instructionForm: OptionsForm<InstructionOptions> = {
  takes: {
    ...{ agent, artifacts, now, missing, onProviderError, allowImport, target, model },
    session: acceptAnyValue,
  },
}

/**
 * Returns the full instruction of an agent: the global instruction of its tree, its identity, its own instruction with
 * values from session state, its output schema, and the agents to which it may transfer. The parts are in this order,
 * or in the order that the agent declares.
 *
 * The text equals the text in a request to the agent's model, or to the model of the options. The text contains the
 * output schema only if the provider has no field for the schema, or if no model and target are known. The agent is the
 * one that the option `agent` names, else the next agent of the session as in `compile`, else the first agent of the
 * program. Throws a TypeError for malformed declarations and options.
 *
 * @example
 * import { agent, createSession } from 'ctxc'
 * import { compileInstruction } from 'ctxc/compile'
 *
 * const greeter = agent({ name: 'greeter', identity: false, instruction: 'Greet {user_name}.' })
 * const { text } = await compileInstruction(greeter, { session: createSession({ state: { user_name: 'Alice' } }) })
 * console.log(text) // Greet Alice.
 */
export async function compileInstruction(
  program: Member,
  options: InstructionOptions = {},
): Promise<CompiledInstruction> {
  const { session: given } = readOptions(instructionForm, options, 'compileInstruction')
  if (given !== undefined) assertSession(given, 'compileInstruction')
  const declaration = readProgram(program)
  const { graph } = declaration
  const session = given ?? createSession()
  const asked = options.agent ?? (given ? undefined : firstOf(graph))
  const { placed, failed } = agentFor(declaration, session, asked)
  const seen = sessionSeenBy(declaration, session, placed)
  const provided = await writeInstructions(placed, seen, options)
  const { agent, sight, diagnostics } = resolveAgent(graph, placed, seen, options, {
    imported: false,
    provided,
    recalled: new Map(),
    inferred: declaration.inferred,
  })
  const isSent = await schemaIsSent(agent, sight, options)
  const runs = agent.system
    .flatMap(({ parts }) => parts)
    .filter(({ origin }) => isSent || origin !== schemaOrigin)
    .flatMap(({ runs: own }, index): Run[] => [...(index > 0 ? [['\n\n', 'c:join'] as const] : []), ...own])
  const segments: Segment[] = []
  let text = ''
  for (const [piece, origin] of runs) {
    if (piece !== '') segments.push({ start: text.length, end: text.length + piece.length, origin })
    text += piece
  }
  return { text, segments, diagnostics: [...failed, ...diagnostics] }
}

/** Whether a request contains the output schema as text; true if the target is unknown. */
async function schemaIsSent(
  agent: ResolvedAgent,
  sight: Sight,
  options: InstructionOptions,
): Promise<boolean> {
  const model = options.model ?? agent.model ?? null
  const target = options.target ?? inferTarget(model, null)
  if (target === null || agent.outputSchema === undefined) return true
  const aim = { target: await loadTarget(target), model }
  return setUp({ agent, sight }, aim, options).backEnd.head.schemaAsText
}

/**
 * Returns the tools that an agent may call: its declared tools, and the transfer tool if it may transfer to other
 * agents. The agent is the first one of the program, or the one that the option `agent` names. Throws a TypeError for
 * malformed declarations and options.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { effectiveTools } from 'ctxc/compile'
 *
 * const weather = agent({ name: 'weather', description: 'Knows the weather' })
 * const router = agent({ name: 'router', tools: [{ name: 'search' }], subAgents: [weather] })
 * console.log(effectiveTools(router).map(tool => 'name' in tool && tool.name)) // [ 'search', 'transfer_to_agent' ]
 */
export function effectiveTools(
  program: Member,
  options: Pick<CompileOptions, 'agent'> = {},
): readonly Tool[] {
  readOptions<Pick<CompileOptions, 'agent'>>({ takes: { agent } }, options, 'effectiveTools')
  const { graph } = readProgram(program)
  return callableTools(agentIn(graph, options.agent ?? firstOf(graph)))
}
