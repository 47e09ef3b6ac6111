import type { Writing } from '../../context/definition/source.ts'
import { sourceFor } from '../../context/source/sources.ts'
import type { Origin } from '../../ir/origin.ts'
import type { PlacedSource } from '../../ir/policy.ts'
import type { BesideSources, BesideText, Search } from '../contract/sources.ts'

const originOf = (place: number): Origin => `d:context.${place}`

/**
 * Writes the sources of a policy. The result contains the texts that are not empty, and the searches over conversation
 * units.
 */
export const writeSources = (sources: readonly PlacedSource[], shared: Shared): BesideSources => ({
  texts: sources.flatMap(one => sourceTextOf(one, shared) ?? []),
  searches: sources.flatMap(one => sourceSearchOf(one, shared) ?? []),
})

/** Inputs that all sources of a policy share. */
type Shared = Omit<Writing, 'origin'>

function sourceTextOf({ source, place }: PlacedSource, shared: Shared): BesideText | null {
  const { from, tier = 'important', atMost = null } = source
  const origin = originOf(place)
  const definition = sourceFor(from)
  const written = definition.gives === 'text' ? definition.write(from, { ...shared, origin }) : null
  const isEmpty = written === null || written.runs.every(([words]) => words === '')
  return isEmpty || tier === 'archive'
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
