import { libraries } from './index.ts'
import type { Count, Library } from './library.ts'

/** A library that is ready to count. */
export interface Loaded extends Library {
  readonly count: Count
}

/** Loads every library; says which optional one this platform lacks. */
export async function loadAll(): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const library of libraries) {
    try {
      loaded.push({ ...library, count: await library.load() })
    } catch (error) {
      if (!library.optional) throw new Error(advice(library), { cause: error })
      console.log(leftOut(library))
    }
  }
  return loaded
}

export const leftOut = (library: Library): string =>
  `${library.name}: no build for ${process.platform} ${process.arch}, left out\n`

const advice = (library: Library): string =>
  `cannot load ${library.name}: run \`${library.kind === 'ours' ? 'npm run build in the root' : 'npm ci in bench'}\``
