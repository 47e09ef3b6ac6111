import type { Facts, Standing } from './facts.ts'
import type { Seen } from './site.ts'

/** The slots of an agent's instructions, and what was found about them. */
export const slotsAt = ({ recorder }: Facts, { place }: Standing): readonly Seen[] =>
  [...recorder.sites.values()].filter(
    site => site.place === place && (site.need === 'slot' || site.need === 'optional-slot'),
  )
