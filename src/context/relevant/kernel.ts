/** Weights of a word by distance in units; the first is for the unit itself. */
export type Kernel = readonly number[]

/** A kernel that falls by e each `scale` units and ends after `reach` of them. */
export const fallingKernel = (scale: number, reach: number): Kernel =>
  Array.from({ length: reach + 1 }, (_, distance) => (distance === 0 ? 1 : Math.exp(-distance / scale)))

/** Mean characters of the units that a kernel is made for. */
const usualCharacters = 150

/** Units of more characters are context enough for most of their own words. */
const longCharacters = 500

/** Least and greatest factor for the width of a kernel. */
const [narrowest, widest] = [0.15, 5 / 3]

/**
 * Returns a kernel for units of so many characters, on average: the longer they are, the less of their neighbours they
 * hear. docs/relevance.md says how the numbers were chosen.
 */
export function fittedKernel(kernel: Kernel, characters: number): Kernel {
  const mean = Math.max(1, characters)
  const scale = Math.sqrt(usualCharacters / mean) * Math.min(1, longCharacters / mean)
  const share = Math.min(widest, Math.max(narrowest, scale))
  return kernel.map(weight => weight ** (1 / share))
}
