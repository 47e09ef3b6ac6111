import { type Count, formulaCount } from '../../ir/count.ts'
import type { ImageFacts } from '../../ir/model.ts'
import data from './rules.json' with { type: 'json' }
import type { ImageSize } from './size.ts'

/** Rule that counts square patches, after an image is scaled down to a maximum number of patches. */
interface Patches {
  readonly kind: 'patches'
  /** Side of a patch in pixels. */
  readonly side: number
  /** Maximum length of an image's longer side in pixels; a larger image is scaled down. */
  readonly edge?: number
  /** Maximum number of patches for each level of detail. */
  readonly most: Readonly<Record<string, number>>
  /** Tokens for each patch. */
  readonly factor: number
  /** Minimum of the upper bound in tokens, because even the smallest image may cost this much. */
  readonly least?: number
  /** Number of pixels per token in another published formula, which the upper bound also covers. */
  readonly pixels?: number
}

/** Rule that counts tiles of 512 pixels, after an image is scaled to 2,048 pixels and its shorter side to 768. */
interface Tiles {
  readonly kind: 'tiles'
  readonly base: number
  readonly tile: number
}

/** Rule that counts square crops, each with a side of two thirds of the image's shorter side. */
interface Crops {
  readonly kind: 'crops'
  readonly tile: number
  readonly small: number
  readonly least: number
  readonly most: number
  readonly edge: number
}

/** Rule with a fixed number of tokens for each level of detail. */
interface Levels {
  readonly kind: 'levels'
  readonly levels: Readonly<Record<string, number>>
}

/**
 * Rule that combines other rules: the first of them gives the estimate, and the most expensive one gives the upper
 * bound.
 */
interface AnyOf {
  readonly kind: 'any'
  readonly of: readonly string[]
}

type ImageRule = Patches | Tiles | Crops | Levels | AnyOf

const rules = data as unknown as Readonly<Record<string, ImageRule>>

/** Names of the rules, to which rows of models may refer. */
export const imageRules: readonly string[] = Object.keys(rules)

interface Range {
  readonly estimate: number
  readonly max: number
}

const scaleToEdge = (size: ImageSize, edge: number): ImageSize => scaleDown(size, edge / longest(size))
const longest = ({ width, height }: ImageSize): number => Math.max(width, height)
const shortest = ({ width, height }: ImageSize): number => Math.min(width, height)
const scaleDown = ({ width, height }: ImageSize, by: number): ImageSize =>
  by >= 1 ? { width, height } : { width: width * by, height: height * by }

const gridCells = ({ width, height }: ImageSize, side: number): number =>
  Math.ceil(width / side) * Math.ceil(height / side)

/**
 * Returns the number of patches of an image. A large image is scaled down to at most `most` patches, so that one side
 * has a whole number of patches.
 */
function patchesWithinMaximum(size: ImageSize, side: number, most: number): number {
  const all = gridCells(size, side)
  if (all <= most) return all
  const { width, height } = size
  const by = Math.sqrt((most * side * side) / (width * height))
  const [wide, high] = [(width * by) / side, (height * by) / side]
  const whole = Math.min(Math.max(1, Math.floor(wide)) / wide, Math.max(1, Math.floor(high)) / high, 1)
  return Math.min(most, Math.ceil(wide * whole - 1e-9) * Math.ceil(high * whole - 1e-9))
}

function tokensByPatches(rule: Patches, given: ImageSize, detail: string | undefined): Range {
  const { side, edge, factor, pixels, least = 0 } = rule
  const most = rule.most[detail ?? 'default'] ?? rule.most.default ?? 0
  const size = edge === undefined ? given : scaleToEdge(given, edge)
  const area = pixels === undefined ? 0 : Math.min(most, Math.ceil((size.width * size.height) / pixels))
  const estimate = Math.ceil(patchesWithinMaximum(size, side, most) * factor)
  // It is unknown how scaling is rounded, so the bound counts every patch that the scaled image might have.
  const max = Math.ceil(Math.min(most, Math.max(gridCells(size, side), area)) * factor)
  return { estimate, max: Math.max(least, estimate, max) }
}

/**
 * Returns the tokens of an image by tiles. The estimate does not enlarge small images, as in the example of the
 * vendor's guide.
 */
function tokensByTiles({ base, tile }: Tiles, given: ImageSize, detail: string | undefined): Range {
  if (detail === 'low') return { estimate: base, max: base }
  const fit = scaleToEdge(given, 2_048)
  const tokens = (size: ImageSize): number => base + tile * gridCells(size, 512)
  const estimate = tokens(scaleDown(fit, 768 / shortest(fit)))
  // The bound assumes that an image may be enlarged until its longer side has 2,048 pixels.
  const wide = Math.min(2_048, (768 * longest(fit)) / shortest(fit))
  return { estimate, max: Math.max(estimate, tokens({ width: wide, height: 768 })) }
}

function tokensByCrops({ tile, small, least, most, edge }: Crops, given: ImageSize): Range {
  if (longest(given) <= small) return { estimate: tile, max: tile }
  const size = scaleToEdge(given, edge)
  const unit = Math.min(most, Math.max(least, Math.floor(shortest(size) / 1.5)))
  const tokens = tile * gridCells(size, unit)
  return { estimate: tokens, max: tokens }
}

function tokensByRule(name: string, size: ImageSize | null, detail: string | undefined): Range | null {
  const rule = rules[name]
  if (rule === undefined) return null
  if (rule.kind === 'levels') {
    const level = detail === undefined ? undefined : rule.levels[detail]
    return level === undefined ? null : { estimate: level, max: level }
  }
  if (size === null) return null
  if (rule.kind === 'patches') return tokensByPatches(rule, size, detail)
  if (rule.kind === 'tiles') return tokensByTiles(rule, size, detail)
  if (rule.kind === 'crops') return tokensByCrops(rule, size)
  const ranges = rule.of.flatMap(one => tokensByRule(one, size, detail) ?? [])
  return { estimate: ranges[0]?.estimate ?? 0, max: Math.max(...ranges.map(({ max }) => max)) }
}

/**
 * Returns the tokens of an image by its model's published rule. If the image's size is unknown or no rule is published,
 * the result is the model's numbers for any image.
 */
export function countImageTokens(
  facts: ImageFacts,
  size: ImageSize | null,
  detail: string | undefined,
): Count {
  const { rule } = facts
  const range = rule === undefined ? null : tokensByRule(rule, size, detail)
  if (range === null) return formulaCount(facts.estimate, facts.max)
  // If no rule is published, rules of other models give the bound, but at most the bound in the model's row.
  const max = rules[rule as string]?.kind === 'any' ? Math.min(range.max, facts.max) : range.max
  return formulaCount(range.estimate, Math.max(range.estimate, max))
}
