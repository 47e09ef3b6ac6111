import type { ResolvedAgent, SystemPart, SystemText } from '../agent/resolved.ts'
import { isStateValueOrigin, type Origin, wholeDeclarationOrigin } from '../ir/origin.ts'

/** Whether a text is identical in every session: neither a state value nor text written by a function. */
export const isSteady = (origin: Origin, { written = [] }: Pick<ResolvedAgent, 'written'>): boolean =>
  !isStateValueOrigin(origin) && !written.includes(wholeDeclarationOrigin(origin))

/**
 * Splits each system text after its leading parts that are identical in every session, so that a cache mark can be
 * placed there. A part itself is never split.
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
