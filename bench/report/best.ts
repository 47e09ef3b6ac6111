import type { Library } from '../library/library.ts'

/** Whether more or less of a value is better. */
export type Better = 'more' | 'less'

/** Compares ours with the best peers: by how much ours is better, and which peer is best. */
export interface Versus {
  readonly peer: number | null
  readonly javascript: number | null
  readonly native: number | null
  readonly best: Library | null
}

export function versus(
  libraries: readonly Library[],
  better: Better,
  value: (library: Library) => number | null,
): Versus {
  const score = (library: Library): number | null => {
    const measured = value(library)
    return measured === null || better === 'more' ? measured : 1 / measured
  }
  const bestOf = (kinds: readonly Library['kind'][]): Library | null =>
    libraries
      .filter(library => kinds.includes(library.kind) && score(library) !== null)
      .reduce<Library | null>(
        (best, library) => (best && score(best)! >= score(library)! ? best : library),
        null,
      )
  const ours = bestOf(['ours'])
  const ratio = (rival: Library | null): number | null =>
    ours && rival ? score(ours)! / score(rival)! : null
  const best = bestOf(['JavaScript', 'WASM', 'native'])
  return {
    peer: ratio(best),
    javascript: ratio(bestOf(['JavaScript'])),
    native: ratio(bestOf(['native'])),
    best,
  }
}
