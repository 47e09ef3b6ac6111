import type { Assembler, Prepare } from './assembler.ts'
import { assemblers } from './index.ts'

/** A library that is ready. */
export interface Loaded extends Assembler {
  readonly prepare: Prepare
}

/** Loads every library, and `more` behind them; says which optional one is not installed. */
export async function loadAll(budget: number, more: readonly Assembler[] = []): Promise<Loaded[]> {
  const loaded: Loaded[] = []
  for (const assembler of [...assemblers, ...more]) {
    try {
      loaded.push({ ...assembler, prepare: await assembler.load(budget) })
    } catch (error) {
      if (!assembler.optional)
        throw new Error(`cannot load ${assembler.name}: see README.md`, { cause: error })
      console.log(`${assembler.name}: not installed, left out (README.md says how to)\n`)
    }
  }
  return loaded
}
