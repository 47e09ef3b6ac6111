import { isNative } from '../../agent/agent.ts'
import { isWrittenByFunction } from '../../agent/instruction.ts'
import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { FailedWriter, Writing } from '../../context/definition/source.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { conditionFailed } from '../../diag/policy.ts'
import { blockSkipped, type MissingValue, valuesMissing, valuesRequired } from '../../diag/template.ts'
import { nameTwice } from '../../diag/tree.ts'
import { modelValue, untrustedValue } from '../../diag/trust.ts'
import type { Graph } from '../../program/graph.ts'
import { firstModel, outputKeyOf, type PlacedAgent } from '../../program/placed.ts'
import { callableTools } from '../../program/transfer.ts'
import type { Session } from '../../session/session.ts'
import type { Sight } from '../../session/unit/sight.ts'
import type { TemplateSlot } from '../../template/template.ts'
import { writeSources } from '../beside/write-sources.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { BesideSources } from '../contract/sources.ts'
import type { Declaring } from '../declared/declarations.ts'
import { type Instructions, instructionsOf } from './instructions.ts'
import { sightOf } from './sight-of.ts'
import type { ResolveFrom, Situation } from './situation.ts'
import { unparsedKeys } from './unparsed.ts'
import { Values } from './values.ts'

/** Agent in the form that one compile uses, with everything that depends on the session and the options. */
export interface Resolved {
  readonly agent: ResolvedAgent
  /** Settings that decide which part of the session the agent sees (its sight). */
  readonly sight: Sight
  /** Declarations of the agent beside those with which its requests begin; absent if no changes are appended. */
  readonly declaring?: Declaring
  /** Context blocks of the agent's policy. */
  readonly beside: BesideSources
  /** Declarations of the agent that may change when a protected value is found in the session. */
  readonly changeable?: readonly unknown[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Resolves an agent of a program: computes its system text, tools, settings, sight (what it sees), and context blocks.
 */
export function resolveAgent(
  graph: Graph,
  placed: PlacedAgent,
  session: Session,
  options: CompileOptions,
  from: ResolveFrom,
): Resolved {
  const { name } = placed.agent
  const values = new Values(graph, name, session, options.artifacts ?? {})
  const situation: Situation = { graph, placed, session, options, from, values }
  const { system, missing, diagnostics: unwritten } = instructionsOf(situation)
  const conditions: Diagnostic[] = []
  const sight = sightOf(situation, (condition, why) => conditions.push(conditionFailed(name, condition, why)))
  const gaps = [...missing]
  const failures: FailedWriter[] = []
  const beside = writeContextSources(situation, sight, { gaps, failures })
  return {
    agent: resolvedAgent(situation, system),
    sight,
    beside,
    diagnostics: [
      ...unwritten,
      // If two agents have the same name, their messages cannot be distinguished.
      ...(graph.doubled.includes(name) ? [nameTwice(name, ['d:name'])] : []),
      ...conditions,
      ...failures.map(failure => blockSkipped(name, failure)),
      ...missingValueDiagnostics(situation, gaps),
      ...untrustedValueDiagnostics(situation),
    ],
  }
}

/** Writes the context blocks of a policy. Adds missing values and failed functions to the given lists. */
function writeContextSources(
  { placed, session, options, values, from }: Situation,
  sight: Sight,
  lists: Pick<Writing, 'gaps' | 'failures'>,
): BesideSources {
  const { context = [] } = placed.agent
  return writeSources(context, sight.policy?.sources ?? [], {
    session,
    artifacts: options.artifacts ?? {},
    recalled: from.recalled,
    missing: options.missing ?? 'keep',
    find: (slot: TemplateSlot) => values.lookUp(slot),
    ...lists,
  })
}

function missingValueDiagnostics(
  { graph, placed, session, options }: Situation,
  gaps: readonly MissingValue[],
): Diagnostic[] {
  if (gaps.length === 0 || options.missing === 'empty') return []
  const { name } = placed.agent
  return [
    options.missing === 'error'
      ? valuesRequired(name, gaps)
      : valuesMissing(name, gaps, unparsedKeys(gaps, graph, session)),
  ]
}

function untrustedValueDiagnostics({ placed, values }: Situation): Diagnostic[] {
  const { name } = placed.agent
  const [untrusted, modelled] = values.insertedValuesByTrust()
  return [
    ...(untrusted.length > 0 ? [untrustedValue(name, untrusted)] : []),
    ...(modelled.length > 0 ? [modelValue(name, modelled)] : []),
  ]
}

/** Returns the agent with the values that result from its place in the program and from the options. */
function resolvedAgent(situation: Situation, system: Instructions['system']): ResolvedAgent {
  const { graph, placed, options } = situation
  const { agent } = placed
  const { name, outputSchema, extra } = agent
  const model = firstModel(graph, placed)
  const outputKey = answerKeyOf(situation)
  const written = writtenOrigins(placed)
  const external = externalTools(graph)
  const config = { ...agent.generateConfig, ...dropUndefined(options.run?.generateConfig) }
  return {
    name,
    ...(model !== undefined && { model }),
    ...(outputKey !== undefined && { outputKey }),
    system,
    ...(written.length > 0 && { written }),
    tools: callableTools(placed),
    ...(external.length > 0 && { external }),
    ...(outputSchema && { outputSchema }),
    ...((agent.generateConfig || options.run?.generateConfig) && { generateConfig: config }),
    ...(extra && { extra }),
  }
}

/** Returns the names of the program's tools whose results contain texts from outsiders. */
const externalTools = ({ agents }: Graph): readonly string[] => [
  ...new Set(
    [...agents.values()].flatMap(({ agent: { tools = [] } }) =>
      tools.flatMap(tool => (!isNative(tool) && tool.external ? [tool.name] : [])),
    ),
  ),
]

/** Returns the origins of the instructions that functions write. */
const writtenOrigins = ({ agent, root }: PlacedAgent): readonly string[] => [
  ...(isWrittenByFunction(root.globalInstruction) ? ['d:globalInstruction'] : []),
  ...(isWrittenByFunction(agent.instruction) ? ['d:instruction'] : []),
]

/**
 * Returns the state key for the agent's answer; undefined if the key was inferred and would overwrite another author's
 * value.
 */
function answerKeyOf({ graph, placed, session, from }: Situation): string | undefined {
  const { agent } = placed
  const isTaken =
    from.inferred.has(agent) &&
    agent.outputKey !== undefined &&
    isSetByOther(session, agent.outputKey, agent.name)
  return isTaken ? undefined : outputKeyOf(graph, placed)
}

/** Whether a state key has a value that another author wrote. */
function isSetByOther(session: Session, key: string, name: string): boolean {
  const kept = session.keys.get(key)
  return kept !== undefined && (kept.seq < 0 || session.event(kept.seq).author !== name)
}

const dropUndefined = <Given extends object>(given: Given | undefined): Partial<Given> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<Given>
