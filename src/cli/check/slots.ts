import type { Facts, Standing } from './facts.ts'
import type { Need, Seen } from './site.ts'

/** Returns the slots of an agent's instructions, with their findings. */
export const slotsAt = (facts: Facts, standing: Standing): readonly Seen[] => sitesAt(facts, standing, slots)

/** Returns every site that gives an agent a value of the state: in its instructions and in its context blocks. */
export const toldAt = (facts: Facts, standing: Standing): readonly Seen[] => sitesAt(facts, standing, told)

const slots: readonly Need[] = ['slot', 'optional-slot']
const told: readonly Need[] = [...slots, 'source', 'optional-source']

const sitesAt = ({ recorder }: Facts, { place }: Standing, needs: readonly Need[]): readonly Seen[] =>
  (recorder.sitesAt.get(place) ?? []).filter(({ need }) => needs.includes(need))
