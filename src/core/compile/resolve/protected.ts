import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { JsonObject } from '../../ir/json.ts'
import { isValue, type Origin, type Run } from '../../ir/origin.ts'
import type { Guard } from '../../protect/protection.ts'
import type { Sight } from '../../session/unit/sight.ts'
import { mapTexts } from '../../text/map-texts.ts'
import type { BesideSources } from '../contract/sources.ts'
import type { Resolved } from './resolve.ts'

/**
 * Returns a resolved agent without the values that a guard protects, in its own texts and in its context blocks. Those of memories,
 * which are `recalled`, have none any more.
 */
export function protectedBy(
  guard: Guard | null,
  resolved: Resolved,
  recalled: ReadonlyMap<Origin, unknown>,
): Resolved {
  if (guard === null) return resolved
  const agent = protectedAgent(guard, resolved.agent)
  return {
    ...resolved,
    agent,
    changeable: [agent.tools, agent.outputSchema, agent.extra],
    sight: protectedSight(guard, resolved.sight),
    beside: protectedSources(guard, resolved.beside, recalled),
  }
}

function protectedAgent(guard: Guard, agent: ResolvedAgent): ResolvedAgent {
  const { system, tools, outputSchema, extra, generateConfig } = agent
  const change = guard.changeFor([system, tools, outputSchema, extra, generateConfig], 'declared')
  const runs = (given: readonly Run[]): readonly Run[] =>
    given.map(([text, origin]) => [change(text, isOfSession(origin)), origin])
  const { meaning } = guard
  const texts = system.map(text => ({
    ...text,
    parts: text.parts.map(part => ({ ...part, runs: runs(part.runs) })),
  }))
  return {
    ...agent,
    // The line is always there, so that the first find changes no earlier byte.
    system: [...texts, { parts: [{ origin: 'c:protect', runs: [[meaning, 'c:protect']] }] }],
    tools: mapTexts(tools, text => change(text)),
    ...(outputSchema && { outputSchema: mapTexts(outputSchema, text => change(text)) }),
    ...(generateConfig && { generateConfig: mapTexts(generateConfig, text => change(text)) }),
    ...(extra && { extra: mapTexts(extra, text => change(text)) }),
    // Stop sequences, and the name of the tool that must be called.
    ...(generateConfig && { generateConfig: mapTexts(generateConfig, text => change(text)) }),
  }
}

/** Returns what an agent sees, with the tasks of its summaries as a handler may read them. */
function protectedSight(guard: Guard, sight: Sight): Sight {
  const { policy } = sight
  if (policy === undefined) return sight
  const clauses = policy.clauses.map(clause => ({
    ...clause,
    operations: clause.operations.map(each => (each.op === 'summarize' ? protectedTask(guard, each) : each)),
  }))
  return { ...sight, policy: { ...policy, clauses } }
}

/** Returns a declaration of work without values in the prompt and the schema that its handler gets. */
export function protectedTask<Task extends { readonly prompt?: string; readonly schema?: JsonObject }>(
  guard: Guard | null,
  task: Task,
): Task {
  const { prompt, schema } = task
  if (guard === null || (prompt === undefined && schema === undefined)) return task
  const change = guard.changeFor([prompt, schema], 'declared')
  return {
    ...task,
    ...(prompt !== undefined && { prompt: change(prompt) }),
    ...(schema !== undefined && { schema: mapTexts(schema, text => change(text)) }),
  }
}

/** Returns diagnostics without the values that a guard protects: they quote errors, names and declarations. */
export function withoutValues(
  diagnostics: readonly Diagnostic[],
  guard: Guard | null,
): readonly Diagnostic[] {
  if (guard === null || diagnostics.length === 0) return diagnostics
  const change = guard.changeFor([diagnostics], 'report')
  return diagnostics.map(each => ({
    ...each,
    message: change(each.message),
    at: mapTexts(each.at, change),
    notes: mapTexts(each.notes, change),
    help: mapTexts(each.help, change),
    data: mapTexts(each.data, change),
  }))
}

const protectedSources = (
  guard: Guard,
  { texts, searches }: BesideSources,
  recalled: ReadonlyMap<Origin, unknown>,
): BesideSources => ({
  texts: texts.map(text => {
    if (recalled.has(text.origin)) return text
    const change = guard.changeFor(
      text.runs.map(([words]) => words),
      'declared',
    )
    return {
      ...text,
      runs: text.runs.map(([words, origin]): Run => [change(words, isOfSession(origin)), origin]),
    }
  }),
  searches: searches.map(each =>
    each.query === null
      ? each
      : { ...each, query: guard.changeFor([each.query], 'declared')(each.query, true) },
  ),
})

/** Whether a text comes from the session, whose protected form the agent reads. */
const isOfSession = (origin: Origin): boolean => isValue(origin) || origin.startsWith('e:')
