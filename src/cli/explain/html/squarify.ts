import { largestOf, smallestOf } from '../../../core/text/list.ts'

/** Position and size of a tile, in percent of the whole map. */
export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Returns the worst aspect ratio of the tiles that fill a row along a side. */
function worstAspectRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0)
  const most = largestOf(row, 0)
  const least = smallestOf(row, Number.POSITIVE_INFINITY)
  return Math.max((side * side * most) / (sum * sum), (sum * sum) / (side * side * least))
}

/** Lays out nearly square tiles, sized by weight, in the given order. A descending order looks best. */
export function squarify(weights: readonly number[], width: number, height: number): Tile[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const areas = weights.map(weight => (weight / total) * width * height)
  const tiles: Tile[] = []
  const free: Area = { left: 0, top: 0, width, height }
  let row: number[] = []
  const layOutRow = (): void => {
    const sum = row.reduce((part, area) => part + area, 0)
    const upright = free.width >= free.height
    const depth = sum / (upright ? free.height : free.width)
    let along = 0
    for (const area of row) {
      const length = area / depth
      tiles.push({
        left: ((upright ? free.left : free.left + along) / width) * 100,
        top: ((upright ? free.top + along : free.top) / height) * 100,
        width: ((upright ? depth : length) / width) * 100,
        height: ((upright ? length : depth) / height) * 100,
      })
      along += length
    }
    if (upright) {
      free.left += depth
      free.width -= depth
    } else {
      free.top += depth
      free.height -= depth
    }
    row = []
  }
  for (const area of areas) {
    const side = Math.min(free.width, free.height)
    if (row.length > 0 && worstAspectRatio([...row, area], side) > worstAspectRatio(row, side)) layOutRow()
    row.push(area)
  }
  if (row.length > 0) layOutRow()
  return tiles
}
