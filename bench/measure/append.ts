import type { Loaded } from '../assembler/loaded.ts'
import { type Generated, isDue } from '../history/generate.ts'
import type { Cells } from './cell.ts'
import { collectAll } from './collect.ts'
import type { Judge } from './judge.ts'
import { median } from './median.ts'
import { orderOf } from './order.ts'

const rounds = 3
const warmUps = 20
const timed = 80
/** Steps of one history. */
export const steps = warmUps + timed
/** No further step in a round for a library that took so long. */
const enoughMs = 1_500
/** Nothing is kept between two requests of a library whose first takes so long: the next takes as long. */
const slowMs = 2_500

/** Times a request after each appended message. */
export async function measureAppend(
  libraries: readonly Loaded[],
  { messages, next }: Generated,
  size: number,
  cold: Cells,
  cells: Cells,
  judge: Judge,
): Promise<void> {
  const times = new Map<string, number[]>()
  const active = libraries.filter(({ name }) => {
    const first = cold.ms(name, size) ?? Number.POSITIVE_INFINITY
    if (first <= slowMs) return true
    cells.add({ name, size, ms: first, runs: 0 })
    return false
  })
  for (let round = 0; round < rounds; round++)
    for (const { name, prepare } of orderOf(active, round)) {
      const history = structuredClone(messages)
      const prepared = prepare(history)
      const said = [...messages]
      collectAll()
      const limit = performance.now() + enoughMs
      for (const [index, message] of next.entries()) {
        said.push(message)
        const step = prepared.append(structuredClone(message))
        const began = performance.now()
        const outcome = await step()
        const ended = performance.now()
        const slow = ended - began > enoughMs / steps
        if (index >= warmUps || slow) times.set(name, [...(times.get(name) ?? []), ended - began])
        if (round === 0 && isDue(said)) judge.step(name, size, () => prepared.read(outcome))
        if (ended > limit) break
      }
    }
  for (const { name } of active) {
    const all = times.get(name) ?? []
    cells.add({ name, size, ms: median(all), runs: all.length })
  }
}
