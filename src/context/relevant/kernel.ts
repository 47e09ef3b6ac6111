/** How much of a word is heard so many units away; the first is the unit itself. */
export type Kernel = readonly number[]

/** A kernel that falls by e each `scale` units and ends after `reach` of them. */
export const fallingKernel = (scale: number, reach: number): Kernel =>
  Array.from({ length: reach + 1 }, (_, distance) => (distance === 0 ? 1 : Math.exp(-distance / scale)))
