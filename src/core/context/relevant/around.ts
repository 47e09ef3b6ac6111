import type { Kernel } from './kernel.ts'

/**
 * Returns a function that averages a value over a conversation unit and its neighbours. Nearer neighbours have more
 * weight.
 *
 * @param of - Value of one unit, computed once.
 * @param has - Whether a unit exists.
 */
export function averageAround(
  kernel: Kernel,
  of: (ordinal: number) => number,
  has: (ordinal: number) => boolean,
): (ordinal: number) => number {
  const known = new Map<number, number>()
  const valueOnce = (ordinal: number): number => {
    const before = known.get(ordinal)
    if (before !== undefined) return before
    const value = of(ordinal)
    known.set(ordinal, value)
    return value
  }
  const reach = kernel.length - 1
  return ordinal => {
    let sum = 0
    let weights = 0
    for (let at = ordinal - reach; at <= ordinal + reach; at++) {
      if (!has(at)) continue
      const weight = kernel[Math.abs(at - ordinal)] as number
      sum += weight * valueOnce(at)
      weights += weight
    }
    return sum / weights
  }
}
