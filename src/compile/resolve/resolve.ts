import type { Agent } from '../../agent/agent.ts'
import { isProvided } from '../../agent/instruction.ts'
import type { ResolvedAgent } from '../../agent/resolved.ts'
import { selectsAll } from '../../context/policy/may-show.ts'
import { activate } from '../../context/selection/active-policy.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { type LeftSlot, placeholderKept } from '../../diag/placeholder.ts'
import { conditionFailed } from '../../diag/policy.ts'
import {
  providerFailed,
  providerSkipped,
  slotsUnfilled,
  type Unfilled,
  valuesMissing,
  valuesRequired,
} from '../../diag/template.ts'
import { nameTwice } from '../../diag/tree.ts'
import { modelValue, untrustedValue } from '../../diag/trust.ts'
import type { ActivePolicy, Condition, Policy } from '../../ir/policy.ts'
import { assemble } from '../../program/assemble.ts'
import type { Graph } from '../../program/graph.ts'
import { importedAuthors, modelOf, outputKeyOf, type Placed } from '../../program/placed.ts'
import { keysRead } from '../../program/reads.ts'
import { toolsOf } from '../../program/transfer.ts'
import type { Session } from '../../session/session.ts'
import type { Routing } from '../../session/unit/routing.ts'
import type { Sight } from '../../session/unit/sight.ts'
import { viewOf } from '../../state/view.ts'
import { asTemplate, type Fillable } from '../../template/fill.ts'
import { isPromptText, type PromptText } from '../../template/prompt-text.ts'
import type { TemplateSlot } from '../../template/template.ts'
import { unfilledSlots } from '../../template/unfilled.ts'
import { isPromise } from '../../text/promise.ts'
import { reasonOf } from '../../text/reason.ts'
import { besideTexts, searchesOf } from '../beside/write-texts.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { BesideSources } from '../contract/sources.ts'
import { fillable } from './placeholders.ts'
import type { Provided, Written } from './provide.ts'
import { unparsedKeys } from './unparsed.ts'
import { Values } from './values.ts'

/** An agent with everything worked out that a session and the options have a say in. */
export interface Resolved {
  readonly agent: ResolvedAgent
  /** The part of the session that it is shown. */
  readonly sight: Sight
  /** Context blocks of the agent's policy. */
  readonly beside: BesideSources
  readonly diagnostics: readonly Diagnostic[]
}

/** Facts about a program beside its agents. */
export interface ResolveFrom {
  /** Its words are those of a request, as they were. */
  readonly imported: boolean
  readonly provided: Provided
  /** Agents whose output key follows from where they stand. */
  readonly inferred: ReadonlySet<Agent>
}

/** Works out what an agent of a program is told, may call and is shown. */
export function resolve(
  graph: Graph,
  placed: Placed,
  session: Session,
  options: CompileOptions,
  { imported, provided, inferred }: ResolveFrom,
): Resolved {
  const { agent, root } = placed
  const values = new Values(graph, agent.name, session, options.artifacts ?? {})
  const diagnostics: Diagnostic[] = []
  const left: LeftSlot[] = []
  const unfilled: Unfilled[] = []
  const isKey = (key: string): boolean =>
    Object.hasOwn(session.state, key) || [...graph.agents.values()].some(of => outputKeyOf(graph, of) === key)
  const textOf = (
    given: Agent['instruction'],
    written: Written | undefined,
    at: string,
  ): Fillable | undefined => {
    if (given === undefined) return undefined
    if (typeof given === 'string') {
      for (const { slot, source } of unfilledSlots(given))
        if (slot.kind === 'state' && isKey(slot.key)) unfilled.push({ key: slot.reference, source, at })
      return asTemplate(given)
    }
    if (written !== undefined && 'text' in written) {
      values.lookedAt(written)
      return guarded(written.text, session, at, left)
    }
    const why = written?.failed ?? 'it has to be waited for'
    diagnostics.push(options.onProviderError === 'empty' ? providerSkipped(at, why) : providerFailed(at, why))
    return undefined
  }
  const { system, missing } = assemble(placed, {
    global: textOf(root.globalInstruction, provided.global, 'd:globalInstruction'),
    own: textOf(agent.instruction, provided.own, 'd:instruction'),
    schema: imported ? undefined : agent.outputSchema?.schema,
    missing: options.missing ?? 'keep',
    find: slot => values.find(slot),
  })
  if (left.length > 0) diagnostics.push(placeholderKept(agent.name, left))
  if (unfilled.length > 0) diagnostics.push(slotsUnfilled(agent.name, unfilled))
  // Whose words are whose cannot be told.
  if (graph.doubled.includes(agent.name)) diagnostics.push(nameTwice(agent.name, ['d:name']))
  const sight = sightOf(graph, placed, session, options, (condition, why) =>
    diagnostics.push(conditionFailed(agent.name, condition, why)),
  )
  const gaps = [...missing]
  const sources = sight.policy?.sources ?? []
  const writing = {
    session,
    artifacts: options.artifacts ?? {},
    missing: options.missing ?? 'keep',
    find: (slot: TemplateSlot) => values.look(slot),
    gaps,
  }
  const beside = { texts: besideTexts(sources, writing), searches: searchesOf(sources, writing) }
  if (gaps.length > 0 && options.missing !== 'empty')
    diagnostics.push(
      options.missing === 'error'
        ? valuesRequired(agent.name, gaps)
        : valuesMissing(agent.name, gaps, unparsedKeys(gaps, graph, session)),
    )
  const [untrusted, modelled] = values.inlined()
  if (untrusted.length > 0) diagnostics.push(untrustedValue(agent.name, untrusted))
  if (modelled.length > 0) diagnostics.push(modelValue(agent.name, modelled))
  const { name, outputSchema, extra } = agent
  // Nobody meant an answer to take the place of what is there.
  const isTaken =
    inferred.has(agent) && agent.outputKey !== undefined && isKept(session, agent.outputKey, name)
  const outputKey = isTaken ? undefined : outputKeyOf(graph, placed)
  const model = modelOf(graph, placed)
  const written = [
    ...(isProvided(root.globalInstruction) ? ['d:globalInstruction'] : []),
    ...(isProvided(agent.instruction) ? ['d:instruction'] : []),
  ]
  const config = { ...agent.generateConfig, ...defined(options.run?.generateConfig) }
  return {
    agent: {
      name,
      ...(model !== undefined && { model }),
      ...(outputKey !== undefined && { outputKey }),
      system,
      ...(written.length > 0 && { written }),
      tools: toolsOf(placed),
      ...(outputSchema && { outputSchema }),
      ...((agent.generateConfig || options.run?.generateConfig) && { generateConfig: config }),
      ...(extra && { extra }),
    },
    sight,
    beside,
    diagnostics,
  }
}

/** Returns a function's text as a text to fill: in a plain string, only slots that nobody else can have asked for. */
function guarded(text: string | PromptText, session: Session, at: string, left: LeftSlot[]): Fillable {
  if (isPromptText(text)) return { pieces: text.pieces }
  const mayFill = fillable(session)
  const fills = (slot: TemplateSlot): boolean => {
    const isFilled = mayFill(slot)
    if (!isFilled) left.push({ slot: slot.source, at })
    return isFilled
  }
  return { pieces: [{ text, template: true }], fills }
}

/** Returns what an agent is shown of a session. */
function sightOf(
  graph: Graph,
  placed: Placed,
  session: Session,
  options: CompileOptions,
  failed: (condition: Condition, why: string) => void,
): Sight {
  const { agent } = placed
  const asked = agent.includeContents === 'default' ? 'all' : (agent.includeContents ?? 'topology')
  const branch = options.run?.branch ?? placed.branch
  const own = ownOf(graph, agent)
  if (agent.context === undefined) return { own, branch, contents: asked, ...routingOf(graph, placed) }
  const policy = activePolicy(agent.context, session, failed)
  // A policy that only adds context blocks shows the same history as no policy.
  return selectsAll(agent.context)
    ? { own, branch, contents: 'topology', ...routingOf(graph, placed), policy }
    : { own, branch, contents: 'all', policy }
}

/** Whose words are an agent's own: those said in its name. */
const ownOf = ({ agents }: Graph, { name }: Agent): ReadonlySet<string> =>
  new Set([name, ...(agents.size === 1 ? importedAuthors : [])])

/** Returns how others' answers reach an agent through the state; nothing for an agent that is given no key. */
function routingOf({ lineage, routes }: Graph, { agent, root }: Placed): { readonly routing?: Routing } {
  const reads = keysRead(agent, root)
  const authors = [...(routes.get(agent.name)?.keys() ?? [])]
  return reads.size === 0 ? {} : { routing: { reads, authors, lineage } }
}

/** An agent's policy as the state makes it: a condition that fails does not hold. */
function activePolicy(
  policy: Policy,
  session: Session,
  failed: (condition: Condition, why: string) => void,
): ActivePolicy {
  return activate(policy, condition => {
    if (typeof condition === 'string') return Boolean(session.state[condition])
    try {
      const holds: unknown = condition(viewOf(session.state).state)
      if (isPromise(holds)) throw new TypeError('it gave a promise: conditions are sync')
      return Boolean(holds)
    } catch (error) {
      failed(condition, reasonOf(error))
      return false
    }
  })
}

/** Whether a key has a value that somebody else gave it. */
function isKept(session: Session, key: string, name: string): boolean {
  const kept = session.keys.get(key)
  return kept !== undefined && (kept.seq < 0 || session.event(kept.seq).author !== name)
}

const defined = <Given extends object>(given: Given | undefined): Partial<Given> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<Given>
