import type { Facts, Standing } from './facts.ts'
import type { Need, Seen } from './site.ts'

/** The slots of an agent's instructions, and what was found about them. */
export const slotsAt = (facts: Facts, standing: Standing): readonly Seen[] => sitesAt(facts, standing, slots)

/** Wherever an agent is told values of the state: in its instructions, and beside its history. */
export const toldAt = (facts: Facts, standing: Standing): readonly Seen[] => sitesAt(facts, standing, told)

const slots: readonly Need[] = ['slot', 'optional-slot']
const told: readonly Need[] = [...slots, 'source', 'optional-source']

const sitesAt = ({ recorder }: Facts, { place }: Standing, needs: readonly Need[]): readonly Seen[] =>
  (recorder.sitesAt.get(place) ?? []).filter(({ need }) => needs.includes(need))
