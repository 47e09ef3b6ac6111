import { isRelated } from '../session/branch.ts'
import type { Facts, Standing } from './facts.ts'

/** Whether an agent runs after another, and neither on a branch that the other one does not see. */
export const comesAfter = (facts: Facts, later: Standing, name: string): boolean =>
  facts.recorder.before.get(later.place)?.has(name) === true &&
  facts.agents.some(({ agent, branch }) => agent.name === name && isRelated(branch, later.branch))

/** Whether an agent is shown what another one said before it, in the same turn. */
export function sees(facts: Facts, standing: Standing, name: string, routed: ReadonlySet<string>): boolean {
  const { includeContents: contents = 'topology' } = standing.agent
  if (!comesAfter(facts, standing, name)) return false
  if (contents === 'user-only' || contents === 'exclude-agents') return false
  return contents !== 'topology' || !routed.has(name)
}
