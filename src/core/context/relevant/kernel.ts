import { longCharacters } from './neighbours.ts'

/**
 * Weights with which a word counts for the units around it, by their distance. The first weight is for the unit that
 * contains the word.
 */
export type Kernel = readonly number[]

/** Returns a kernel whose weights fall by a factor of e every `scale` units and end after `reach` units. */
export const fallingKernel = (scale: number, reach: number): Kernel =>
  Array.from({ length: reach + 1 }, (_, distance) => (distance === 0 ? 1 : Math.exp(-distance / scale)))

/** Mean number of characters of the units for which kernels are defined. */
const usualCharacters = 150

/** Lower and upper bound on the factor that scales a kernel's width. */
const [narrowest, widest] = [0.15, 5 / 3]

/**
 * Fits a kernel to the mean number of characters of units. The longer the units are, the less the words of their
 * neighbours count. docs/relevance.md explains how the numbers were chosen.
 */
export function fitKernelToLength(kernel: Kernel, characters: number): Kernel {
  const mean = Math.max(1, characters)
  const scale = Math.sqrt(usualCharacters / mean) * Math.min(1, longCharacters / mean)
  const share = Math.min(widest, Math.max(narrowest, scale))
  return kernel.map(weight => weight ** (1 / share))
}
