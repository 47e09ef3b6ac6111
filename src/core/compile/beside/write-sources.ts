import type { Writing } from '../../context/definition/source.ts'
import { sourceFor } from '../../context/source/sources.ts'
import type { Origin } from '../../ir/origin.ts'
import type { PlacedSource, Policy } from '../../ir/policy.ts'
import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'
import type { BesideSources, BesideText, DeclaredSource, Search } from '../contract/sources.ts'

const originOf = (place: number): Origin => `d:context.${place}`

/**
 * Writes the active sources of a policy. The result contains the texts that are not empty, and the searches over
 * conversation units.
 */
export function writeSources(policy: Policy, active: readonly PlacedSource[], shared: Shared): BesideSources {
  const written = new Map(active.map(one => [originOf(one.place), sourceTextOf(one, shared)]))
  const texts = [...written.values()].filter(text => text !== null && !hasNoText(text)) as BesideText[]
  return {
    declared: declaredSources(policy).map(one => {
      const text = written.get(one.origin)
      return { ...one, isEmpty: text === undefined || (text !== null && hasNoText(text)) }
    }),
    texts,
    searches: active.flatMap(one => sourceSearchOf(one, shared) ?? []),
  }
}

const hasNoText = ({ runs }: BesideText): boolean => runs.every(([words]) => words === '')

/** Returns the sources of a policy whose text may be sent. Sources that are alike are numbered. */
function declaredSources(policy: Policy): readonly Omit<DeclaredSource, 'isEmpty'>[] {
  const seen = new Map<string, number>()
  return policy.flatMap((node, place) => {
    if (node.kind !== 'source' || node.tier === 'archive') return []
    const known = digest(toJson(node.from)).slice(0, 12)
    const number = seen.get(known) ?? 0
    seen.set(known, number + 1)
    const id = number === 0 ? known : `${known}.${number}`
    return { id, origin: originOf(place), tier: node.tier ?? 'important' }
  })
}

/** Inputs that all sources of a policy share. */
type Shared = Omit<Writing, 'origin'>

/** Returns the text of a source; null if it has none that is sent, or if its text is not known. */
function sourceTextOf({ source, place }: PlacedSource, shared: Shared): BesideText | null {
  const { from, tier = 'important', atMost = null } = source
  const origin = originOf(place)
  const definition = sourceFor(from)
  const written = definition.gives === 'text' ? definition.write(from, { ...shared, origin }) : null
  return written === null || tier === 'archive'
    ? null
    : { origin, from: definition.label(from), tier, atMost, ...written }
}

function sourceSearchOf({ source, place }: PlacedSource, shared: Shared): Search | null {
  const { from, tier } = source
  const origin = originOf(place)
  const definition = sourceFor(from)
  if (definition.gives !== 'units' || tier === 'archive') return null
  const query = definition.query(from, { ...shared, origin })
  return query && { source, origin, ...query }
}
