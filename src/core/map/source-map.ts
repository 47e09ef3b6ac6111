import type { Origin, Segment } from '../ir/origin.ts'
import type { StringOrigins } from './origins.ts'

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

const escapeKey = (key: string): string =>
  /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key

/** Value of the request that the walk has not visited yet. */
interface Visit {
  readonly node: unknown
  readonly pointer: string
  readonly inherited: Origin
  readonly runs: readonly Segment[] | null
}

/** Returns the origin of each string of a request. `root` is the origin of strings for which nothing was recorded. */
export function buildMap(request: object, origins: StringOrigins, root: Origin): SourceMap {
  const mappings: Mapping[] = []
  // The nodes to visit are kept in a list, because a schema may be nested more deeply than the call stack allows.
  const pending: Visit[] = [{ node: request, pointer: '', inherited: root, runs: null }]
  for (let visit = pending.pop(); visit; visit = pending.pop()) {
    const { node, pointer, inherited, runs } = visit
    if (typeof node === 'string') {
      mappings.push({ pointer, segments: runs ?? [{ start: 0, end: node.length, origin: inherited }] })
      continue
    }
    if (typeof node !== 'object' || node === null) continue
    const own = origins.originsIn(node)
    const whole = own.whole ?? inherited
    const keys = Object.keys(node)
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] as string
      const value = (node as Record<string, unknown>)[key]
      if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue
      const entry = own.key(key)
      pending.push({
        node: value,
        pointer: `${pointer}/${escapeKey(key)}`,
        inherited: typeof entry === 'string' ? entry : whole,
        runs: entry === undefined || typeof entry === 'string' ? null : entry,
      })
    }
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
