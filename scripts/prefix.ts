/**
 * Second, independent implementation of a request's prefix, against which the compiler's own (`result.prefix`) is
 * compared.
 */
import type { Compiled } from '../src/core/compile/contract/result.ts'
import type { TextRequest } from '../src/core/target/text/request.ts'
import { type TargetRow, targets } from '../test/targets.ts'

/** Cache marks. They may move without a change of the cached content. */
const marks = new Set(['cache_control', 'prompt_cache_breakpoint'])

type Fields = Readonly<Record<string, unknown>>
type Cached = NonNullable<TargetRow['cached']>

/** Segment that is cached as a whole, and its place in the request. */
interface Segment {
  readonly text: string
  readonly place: string
}

const segment = (value: unknown, place: string): Segment => ({
  text: JSON.stringify(value, (key, inner: unknown) => (marks.has(key) ? undefined : inner)),
  place,
})

const listed = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Segments message by message and part by part. Two messages of one role are one message for the cache. */
const piecesOf = (message: unknown, key: string, place: string): Segment[] => {
  const { role, [key]: content } = message as Fields
  if (!Array.isArray(content))
    return [segment({ role, block: { type: 'text', text: content } }, `${place}/${key}`)]
  return content.map((block, index) => segment({ role, block }, `${place}/${key}/${index}`))
}

const at = (request: Fields, path: string): unknown =>
  path.split('/').reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], request)

const segmentsOf = ({ order, joined }: Cached, request: Fields): Segment[] => {
  const [list, pieces = ''] = joined ?? []
  return order.flatMap(key =>
    listed(at(request, key)).flatMap((item, index) =>
      key === list ? piecesOf(item, pieces, `/${key}/${index}`) : [segment(item, `/${key}/${index}`)],
    ),
  )
}

/** Roles and texts, paragraph by paragraph, up to the first text that may still change. */
function paragraphs({ map, request }: Compiled, waits: (origin: string) => boolean): string[] {
  const stream: string[] = []
  for (const [index, { role, content }] of (request as TextRequest).messages.entries()) {
    const { segments } = map.find(({ pointer }) => pointer === `/messages/${index}/content`) ?? {
      segments: [],
    }
    const end = segments.find(({ origin }) => waits(origin))?.start
    const words = content.slice(0, end).replace(/(\n\n)?(<context[^\n]*>\n?)?$/, '')
    const filled = index > 0 && segments.every(({ origin }) => origin === 'c:filler')
    if (words !== '' && !filled) stream.push(...words.split('\n\n').map(text => `${role} ${text}`))
    if (end !== undefined) break
  }
  return stream
}

/**
 * The segments before the first unit whose calls wait for results. A filler at the end is excluded, because it is
 * dropped when a message replaces it.
 */
export function prefixStream(result: Compiled): string[] {
  if (result.target === null || result.request === null) return []
  const waiting = new Set<string>()
  for (const { unit } of result.units)
    if (unit.open) for (const { seq } of unit.spans) waiting.add(String(seq))
  // Context blocks next to the history are written again for each request, so they are excluded.
  const waits = (origin: string): boolean =>
    origin.startsWith('d:context') || waiting.has(/^e:(\d+)/.exec(origin)?.[1] ?? '')
  const { cached } = targets[result.target]
  if (cached === null) return paragraphs(result, waits)
  const segments = segmentsOf(cached, result.request as unknown as Fields)
  const origins = originsByPlace(result)
  const open = segments.findIndex(({ place }) => (origins.get(place) ?? []).some(waits))
  const filled = origins.get(segments.at(-1)?.place ?? '')?.includes('c:filler')
  const end = open >= 0 ? open : segments.length - (filled ? 1 : 0)
  return segments.slice(0, end).map(({ text }) => text)
}

/** Origins of all strings, by the first four steps of their path. */
function originsByPlace({ map }: Compiled): Map<string, string[]> {
  const origins = new Map<string, string[]>()
  for (const { pointer, segments } of map) {
    const steps = pointer.split('/')
    for (let depth = 2; depth <= Math.min(steps.length, 5); depth++) {
      const place = steps.slice(0, depth).join('/')
      const known = origins.get(place) ?? []
      origins.set(place, known)
      for (const { origin } of segments) known.push(origin)
    }
  }
  return origins
}
