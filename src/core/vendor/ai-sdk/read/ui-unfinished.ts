import { objectOr, type Raw } from '../../../from/read.ts'
import { isObject } from '../../../ir/json.ts'
import { type ChatPart, isToolPart } from './ui-parts.ts'

/** Fields that contain provider options. */
const metadata = ['providerMetadata', 'callProviderMetadata', 'resultProviderMetadata'] as const

const isStreaming = ({ state }: Raw): boolean => state === 'streaming'

const isAborted = (part: Raw): boolean =>
  isStreaming(part) || (isToolPart(part) && part.state === 'input-streaming')

/**
 * Returns an unfinished part without its ids and signatures. No provider stored the part under an id, and a signature
 * is valid only for the complete text.
 */
function dropSignatures(part: Raw): Raw {
  const { providerMetadata: _, details: __, ...rest } = part
  return rest
}

/** Returns a part without its ids, because the server stores the items of a response only once it is complete. */
function withoutIds(part: Raw): Raw {
  const changed = metadata.flatMap(field => {
    const given = part[field]
    if (!isObject(given) || !Object.values(given).some(options => 'itemId' in objectOr(options))) return []
    const kept = Object.entries(given).map(([name, options]) => {
      const { itemId: _, ...rest } = objectOr(options)
      return [name, isObject(options) ? rest : options] as const
    })
    return [[field, Object.fromEntries(kept)] as const]
  })
  return changed.length === 0 ? part : { ...part, ...Object.fromEntries(changed) }
}

/**
 * Returns the parts of a step, and the JSON pointers of parts that lost ids or signatures because the step was aborted.
 */
export function settleStep(step: readonly ChatPart[]): {
  readonly parts: readonly ChatPart[]
  readonly changed: readonly string[]
} {
  if (!step.some(({ part }) => isAborted(part))) return { parts: step, changed: [] }
  const changed: string[] = []
  const parts = step.map(one => {
    const part = isStreaming(one.part) ? dropSignatures(one.part) : withoutIds(one.part)
    if (part !== one.part) changed.push(one.piece.at)
    return part === one.part ? one : { ...one, part, piece: { ...one.piece, value: part } }
  })
  return { parts, changed }
}
