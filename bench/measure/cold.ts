import type { Loaded } from '../assembler/loaded.ts'
import type { Generated } from '../history/generate.ts'
import type { Cells } from './cell.ts'
import { collectAll, collectGarbage } from './collect.ts'
import type { Judge } from './judge.ts'
import { median } from './median.ts'
import { orderOf } from './order.ts'

const warmUps = 2
const rounds = warmUps + 9
/** No further round for a library that took so long in all. */
const enoughMs = 4_000
/** A library that would take longer than this is not run. */
export const longestMs = 60_000

/** Times the first request of a history, with fresh messages each time. */
export async function measureCold(
  libraries: readonly Loaded[],
  { messages }: Generated,
  size: number,
  cells: Cells,
  judge: Judge,
): Promise<void> {
  const times = new Map<string, number[]>()
  const active = libraries.filter(({ name }) => {
    const predicted = cells.predict(name)
    if (predicted === null || predicted <= longestMs) return true
    cells.add({ name, size, ms: predicted, runs: 0 })
    return false
  })
  const spent = (name: string): number => (times.get(name) ?? []).reduce((sum, ms) => sum + ms, 0)
  for (let round = 0; round < rounds; round++)
    for (const { name, budgeted, prepare } of orderOf(active, round)) {
      if (spent(name) > enoughMs) continue
      const prepared = prepare(structuredClone(messages))
      if (size >= 10_000) collectAll()
      else collectGarbage()
      const began = performance.now()
      const outcome = await prepared.assemble()
      times.set(name, [...(times.get(name) ?? []), performance.now() - began])
      if (round === 0 && name !== 'one pass') judge.look({ name, budgeted }, size, prepared.read(outcome))
    }
  for (const { name } of active) {
    const all = times.get(name) ?? []
    const counted = all.length > warmUps ? all.slice(warmUps) : all.slice(-1) // a slow one needs no warming up
    cells.add({ name, size, ms: median(counted), runs: counted.length })
  }
}
