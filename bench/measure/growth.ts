import type { Hostile } from '../corpus/hostile.ts'
import type { Count } from '../library/library.ts'
import { median } from './median.ts'
import { time } from './time.ts'

const runs = 5
const warmUps = 3

/** When to stop: further texts of a size, and further sizes. */
export interface Limits {
  /** No further text once all of this size took so long. */
  readonly sizeMs: number
  /** No further size once a call took so long. */
  readonly callMs: number
}

/** One size: the median time, the slowest call, and the tokens by seed. */
export interface Point {
  readonly bytes: number
  readonly ms: number
  readonly slowest: number
  readonly tokens: readonly number[]
}

/** Times growing sizes of one kind of text, each call with another text. */
export function grow(count: Count, text: Hostile, sizes: readonly number[], limits: Limits): Point[] {
  const points: Point[] = []
  const half = (sizes[0] as number) / 2
  for (let seed = 1; seed <= warmUps; seed++) time(count, [text(half, seed)])
  for (const bytes of sizes) {
    const times: number[] = []
    const tokens: number[] = []
    for (let seed = 1; seed <= runs && sum(times) < limits.sizeMs; seed++) {
      const run = time(count, [text(bytes, seed)])
      times.push(run.ms)
      tokens.push(...run.counts)
    }
    const slowest = Math.max(...times)
    points.push({ bytes, ms: median(times), slowest, tokens })
    if (slowest > limits.callMs) break
  }
  return points
}

/** By how much the time grows when the text doubles, over all sizes; null for less than two. */
export function perDoubling(points: readonly Point[]): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  return (last.ms / first.ms) ** (1 / Math.log2(last.bytes / first.bytes))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
