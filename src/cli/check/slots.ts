import type { Facts, StandingAgent } from './facts.ts'
import type { ReadKind, Seen } from './site.ts'

/** Returns the slots of an agent's instructions, with the results of their reads. */
export const instructionSlotsOf = (facts: Facts, standing: StandingAgent): readonly Seen[] =>
  readSitesOf(facts, standing, slots)

/** Returns each place that puts a state value into an agent's request: instruction slots and context blocks. */
export const shownValuesOf = (facts: Facts, standing: StandingAgent): readonly Seen[] =>
  readSitesOf(facts, standing, told)

const slots: readonly ReadKind[] = ['slot', 'optional-slot']
const told: readonly ReadKind[] = [...slots, 'source', 'optional-source']

const readSitesOf = (
  { recorder }: Facts,
  { place }: StandingAgent,
  needs: readonly ReadKind[],
): readonly Seen[] => (recorder.sitesAt.get(place) ?? []).filter(({ need }) => needs.includes(need))
