import type { Path } from '../../form/path.ts'

/** Rejects a search with both a text and a key. `usual`: the query of a search with neither. */
export function assertOneQuery(value: unknown, at: Path, usual: string): void {
  const { query, queryKey } = value as Readonly<Record<string, unknown>>
  if (query !== undefined && queryKey !== undefined)
    throw at.wrong('has both query and queryKey', { help: `give one of them, or neither for ${usual}` })
}
