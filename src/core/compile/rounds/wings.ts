import { needsProviders } from '../../agent/instruction.ts'
import { isValidation } from '../resolve/validated.ts'
import type { Begun, Wing } from './round.ts'

/** Returns the wings that a compile needs by what is declared. No code of another wing runs. */
export function wingsOf({ kept, placed, options, protections }: Omit<Begun, 'wings'>): ReadonlySet<Wing> {
  const { agent, root } = placed
  const wings = new Set<Wing>()
  if (kept.program.graph.branches.size > 0) wings.add('branches')
  if (needsProviders(agent, root)) wings.add('providers')
  if (options.effects !== undefined) wings.add('effects')
  if (agent.context !== undefined || protections.length > 0) wings.add('policy')
  if (agent.context?.some(node => node.kind === 'source' && node.from.source === 'memory'))
    wings.add('memories')
  for (const protection of protections) {
    if (protection.kind === 'redact') wings.add('guard')
    if (isValidation(protection)) wings.add('validators')
    if (protection.distinct !== undefined) wings.add('repetition')
  }
  return wings
}
