import type { ResolvedAgent, SystemPart, SystemText } from '../agent/resolved.ts'
import { isValue, type Origin, wholeOf } from '../ir/origin.ts'

/** Whether words are the same in every session: they are no value of the state, and no function writes them. */
export const isSteady = (origin: Origin, { written = [] }: Pick<ResolvedAgent, 'written'>): boolean =>
  !isValue(origin) && !written.includes(wholeOf(origin))

/**
 * System texts of which none is the same in every session at its beginning only: what is so stands apart, so that a mark
 * can end it. Parts stay whole: what is told in one breath is not cut.
 */
export function splitSystem({ system, ...agent }: ResolvedAgent): readonly SystemText[] {
  const isSame = ({ runs }: SystemPart): boolean => runs.every(([, origin]) => isSteady(origin, agent))
  return system.flatMap(text => {
    const { parts, extra } = text
    const first = parts.findIndex(part => !isSame(part))
    if (first <= 0) return [text]
    const rest = extra === undefined ? {} : { extra }
    return [
      { parts: parts.slice(0, first), ...rest },
      { parts: parts.slice(first), ...rest },
    ]
  })
}
