import type { ResolvedAgent } from '../../agent/resolved.ts'
import { isValue, type Origin, type Run } from '../../ir/origin.ts'
import type { Guard } from '../../protect/protection.ts'
import { mapTexts } from '../../protect/session/map-texts.ts'
import type { BesideSources } from '../contract/sources.ts'
import type { Resolved } from './resolve.ts'

/** Returns a resolved agent without the values that a guard protects, in its own texts and in its context blocks. */
export function protectedBy(guard: Guard | null, resolved: Resolved): Resolved {
  if (guard === null) return resolved
  return {
    ...resolved,
    agent: protectedAgent(guard, resolved.agent),
    beside: protectedSources(guard, resolved.beside),
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
  }
}

const protectedSources = (guard: Guard, { texts, searches }: BesideSources): BesideSources => ({
  texts: texts.map(text => {
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
