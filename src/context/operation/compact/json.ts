import { deepest } from '../../../text/depth.ts'
import type { JsonTree } from '../../json/tree.ts'
import { type Ends, type Extent, JsonShape, type ShortenString } from './json-shape.ts'

/** All of it, without the blanks between; nobody looks deeper. */
const whole: Extent = {
  items: Number.POSITIVE_INFINITY,
  keys: Number.POSITIVE_INFINITY,
  string: Number.POSITIVE_INFINITY,
  depth: deepest,
}

/** Returns the limits at a scale: a larger scale raises all of them at once, except the depth. */
const extentOf = (scale: number, depth: number): Extent => ({
  items: scale,
  keys: 10 + 2 * scale,
  string: 16 + 24 * scale,
  depth,
})

const largestScale = 256
const depths = [16, 6, 4, 3, 2, 1]

/**
 * A JSON value in at most so many characters: the same type of value, with fewer elements, keys and shorter strings, each
 * where it is missing told by a string. Without its blanks alone, if that is enough. Null where even the least is more.
 */
export function shortJson(
  tree: JsonTree,
  most: number,
  note: string,
  ends: Ends,
  shorten: ShortenString,
): string | null {
  const write = (extent: Extent): string | null =>
    new JsonShape(tree, extent, most, ends, shorten).write(note)
  const all = write(whole)
  if (all !== null) return all
  for (const depth of depths) {
    let best = write(extentOf(1, depth))
    if (best === null) continue
    for (let [low, high] = [2, largestScale]; low <= high; ) {
      const scale = (low + high) >> 1
      const text = write(extentOf(scale, depth))
      if (text === null) high = scale - 1
      else [best, low] = [text, scale + 1]
    }
    return best
  }
  return null
}
