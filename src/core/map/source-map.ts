import type { Origin, Segment } from '../ir/origin.ts'
import { pointerStep } from '../text/json.ts'
import type { StringOrigin, StringOrigins } from './origins.ts'

/** Segments of one string of the request, each with its origin. */
export interface Mapping {
  /** JSON pointer (RFC 6901) of the string. */
  readonly pointer: string
  /**
   * Segments that cover the string without gaps or overlaps, in UTF-16 units; an empty string has one empty segment.
   */
  readonly segments: readonly Segment[]
}

/** Origin of each string of a request. */
export type SourceMap = readonly Mapping[]

/** Object of the request that the walk is in. */
interface Visit {
  readonly node: object
  readonly pointer: string
  readonly keys: readonly string[]
  /** Index of the next key. */
  next: number
  /** Origin of the strings for which nothing was recorded. */
  readonly whole: Origin
  readonly originOfKey: (key: string) => StringOrigin | undefined
}

/** Returns the origin of each string of a request. `root` is the origin of strings for which nothing was recorded. */
export function buildMap(request: object, origins: StringOrigins, root: Origin): SourceMap {
  const mappings: Mapping[] = []
  const visitOf = (node: object, pointer: string, inherited: Origin): Visit => {
    const { whole = inherited, key: originOfKey } = origins.originsIn(node)
    return { node, pointer, keys: Object.keys(node), next: 0, whole, originOfKey }
  }
  // The objects are kept in a list, because a schema may be nested more deeply than the call stack allows.
  const open: Visit[] = [visitOf(request, '', root)]
  for (let visit = open.at(-1); visit; visit = open.at(-1)) {
    const { node, pointer, keys, whole, originOfKey } = visit
    const key = keys[visit.next++]
    if (key === undefined) {
      open.pop()
      continue
    }
    const value = (node as Record<string, unknown>)[key]
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue
    const at = pointer + pointerStep(key)
    const entry = originOfKey(key)
    const origin = typeof entry === 'string' ? entry : whole
    if (typeof value === 'object') open.push(visitOf(value, at, origin))
    else if (typeof entry === 'object') mappings.push({ pointer: at, segments: entry })
    else mappings.push({ pointer: at, segments: [{ start: 0, end: value.length, origin }] })
  }
  return mappings
}

/**
 * Returns the origin of one character in a string of the request. `offset` is in UTF-16 units. Returns undefined if the
 * map has no such string, or if the string has no such character.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { originOf } from 'ctxc/explain'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const conversation = fromOpenAI([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { map } = await compile(conversation, { model: 'gpt-5.4' })
 * console.log(originOf(map, '/messages/0/content', 0)) // e:0.0
 */
export function originOf(map: SourceMap, pointer: string, offset: number): Origin | undefined {
  const segments = map.find(mapping => mapping.pointer === pointer)?.segments
  return segments?.find(({ start, end }) => start <= offset && (offset < end || start === end))?.origin
}
