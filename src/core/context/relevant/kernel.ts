import { longCharacters } from './neighbours.ts'

/** Weights of a word by distance in units; the first weight is for the unit itself. */
export type Kernel = readonly number[]

/** Returns a kernel that falls by a factor of e every `scale` units and ends after `reach` units. */
export const fallingKernel = (scale: number, reach: number): Kernel =>
  Array.from({ length: reach + 1 }, (_, distance) => (distance === 0 ? 1 : Math.exp(-distance / scale)))

/** Mean number of characters of the units for which kernels are written. */
const usualCharacters = 150

/** Lower and upper bound on the factor that scales the width of a kernel. */
const [narrowest, widest] = [0.15, 5 / 3]

/**
 * Fits a kernel to the mean characters of units: the longer the units, the less the words of their neighbours count.
 * docs/relevance.md explains how the numbers were chosen.
 */
export function fittedKernel(kernel: Kernel, characters: number): Kernel {
  const mean = Math.max(1, characters)
  const scale = Math.sqrt(usualCharacters / mean) * Math.min(1, longCharacters / mean)
  const share = Math.min(widest, Math.max(narrowest, scale))
  return kernel.map(weight => weight ** (1 / share))
}
