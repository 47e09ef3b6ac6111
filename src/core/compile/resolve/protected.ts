import type { ResolvedAgent } from '../../agent/resolved.ts'
import { isStateValueOrigin, type Origin, type Run } from '../../ir/origin.ts'
import type { Sight } from '../../session/unit/sight.ts'
import { mapTexts } from '../../text/map-texts.ts'
import type { AgentLens } from '../agent-lens.ts'
import type { BesideSources } from '../contract/sources.ts'
import type { Resolved } from './resolve.ts'

/**
 * Returns a resolved agent with protected values removed from its texts and its context blocks. Context blocks of
 * `recalled` memories were protected earlier.
 */
export function protectResolved(
  lens: AgentLens,
  resolved: Resolved,
  recalled: ReadonlyMap<Origin, unknown>,
): Resolved {
  if (lens.isClear) return resolved
  const agent = protectedAgent(lens, resolved.agent)
  return {
    ...resolved,
    agent,
    changeable: [agent.tools, agent.outputSchema, agent.extra, agent.announced, agent.withdrawn],
    sight: protectedSight(lens, resolved.sight),
    beside: protectedSources(lens, resolved.beside, recalled),
  }
}

function protectedAgent(lens: AgentLens, agent: ResolvedAgent): ResolvedAgent {
  const { system, tools, outputSchema, extra, generateConfig } = agent
  const change = lens.change([system, tools, outputSchema, extra, generateConfig], 'declared')
  const protectRuns = (given: readonly Run[]): readonly Run[] =>
    given.map(([text, origin]) => [change(text, isOfSession(origin)), origin])
  const { meaning } = lens
  const texts = system.map(text => ({
    ...text,
    parts: text.parts.map(part => ({ ...part, runs: protectRuns(part.runs) })),
  }))
  return {
    ...agent,
    // The line is added even if no value was found. So the first value that is found does not change the text before
    // it.
    system: [...texts, { parts: [{ origin: 'c:protect', runs: [[meaning, 'c:protect']] }] }],
    tools: mapTexts(tools, text => change(text)),
    ...(outputSchema && { outputSchema: mapTexts(outputSchema, text => change(text)) }),
    ...(generateConfig && { generateConfig: mapTexts(generateConfig, text => change(text)) }),
    ...(extra && { extra: mapTexts(extra, text => change(text)) }),
    // The settings include stop sequences, and the name of a tool that the model must call.
    ...(generateConfig && { generateConfig: mapTexts(generateConfig, text => change(text)) }),
  }
}

/**
 * Returns the sight of an agent (settings for what it sees) with protected values removed from the tasks of its
 * summaries.
 */
function protectedSight(lens: AgentLens, sight: Sight): Sight {
  const { policy } = sight
  if (policy === undefined) return sight
  const clauses = policy.clauses.map(clause => ({
    ...clause,
    operations: clause.operations.map(each => (each.op === 'summarize' ? lens.protectTask(each) : each)),
  }))
  return { ...sight, policy: { ...policy, clauses } }
}

const protectedSources = (
  lens: AgentLens,
  { declared, texts, searches }: BesideSources,
  recalled: ReadonlyMap<Origin, unknown>,
): BesideSources => ({
  declared,
  texts: texts.map(text => {
    if (recalled.has(text.origin)) return text
    const change = lens.change(
      text.runs.map(([words]) => words),
      'declared',
    )
    return {
      ...text,
      runs: text.runs.map(([words, origin]): Run => [change(words, isOfSession(origin)), origin]),
    }
  }),
  searches: searches.map(each =>
    each.query === null ? each : { ...each, query: lens.json(each.query, 'declared', true) },
  ),
})

/** Whether a text comes from the session. Such a text may already contain placeholders. */
const isOfSession = (origin: Origin): boolean => isStateValueOrigin(origin) || origin.startsWith('e:')
