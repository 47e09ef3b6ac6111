import { deepest } from '../../../text/depth.ts'
import type { JsonTree } from '../../json/tree.ts'
import { type Ends, type Extent, JsonShape, type ShortenString } from './json-shape.ts'

/** Limits that keep the whole value, except below the maximum depth. Only white space is dropped. */
const whole: Extent = {
  items: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  string: Number.POSITIVE_INFINITY,
  depth: deepest,
}

/** Returns the limits multiplied by a scale; only the maximum depth stays the same. */
const extentAtScale = (scale: number, depth: number): Extent => ({
  items: scale,
  keys: 10 + 2 * scale,
  string: 16 + 24 * scale,
  depth,
})

const largestScale = 256
const depths = [16, 6, 4, 3, 2, 1]

/**
 * Writes a JSON value in at most `most` characters. The result has the same type, but fewer elements and keys, and
 * shorter strings; strings describe the dropped parts. If dropping white space is enough, nothing else is dropped.
 * Returns null if even the smallest form is too long.
 */
export function shortJson(
  tree: JsonTree,
  most: number,
  note: string,
  ends: Ends,
  shorten: ShortenString,
): string | null {
  const writeShapeAtExtent = (extent: Extent): string | null =>
    new JsonShape(tree, extent, most, ends, shorten).write(note)
  const all = writeShapeAtExtent(whole)
  if (all !== null) return all
  for (const depth of depths) {
    let best = writeShapeAtExtent(extentAtScale(1, depth))
    if (best === null) continue
    for (let [low, high] = [2, largestScale]; low <= high; ) {
      const scale = (low + high) >> 1
      const text = writeShapeAtExtent(extentAtScale(scale, depth))
      if (text === null) high = scale - 1
      else [best, low] = [text, scale + 1]
    }
    return best
  }
  return null
}
