/**
 * A second reading of what a request begins with and keeps, apart from the compiler's own (`result.prefix`), which it
 * is held against.
 */
import type { Compiled } from '../src/compile/result.ts'
import type { TargetName } from '../src/ir/target-name.ts'

/** The parts of a request in the order in which its provider caches them. */
const order: Readonly<Partial<Record<TargetName, readonly string[]>>> = {
  openai: ['tools', 'instructions', 'input'],
  'openai-chat': ['tools', 'messages'],
  anthropic: ['tools', 'system', 'messages'],
}

/** Marks that say where a cache ends: they move without a change of what is cached. */
const marks = new Set(['cache_control', 'prompt_cache_breakpoint'])

type Fields = Readonly<Record<string, unknown>>

/** A stretch that is cached as a whole, and its place in the request. */
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

/** Anthropic's messages block by block: two of one role are one to the cache. */
const blocksOf = (message: unknown, place: string): Segment[] => {
  const { role, content } = message as Fields
  if (!Array.isArray(content)) return [segment({ role, content }, `${place}/content`)]
  return content.map((block, index) => segment({ role, block }, `${place}/content/${index}`))
}

const segmentsOf = (target: TargetName, keys: readonly string[], request: Fields): Segment[] =>
  keys.flatMap(key =>
    listed(request[key]).flatMap((item, index) =>
      target === 'anthropic' && key === 'messages'
        ? blocksOf(item, `/${key}/${index}`)
        : [segment(item, `/${key}/${index}`)],
    ),
  )

/**
 * The segments up to the first of a unit whose calls wait for results, and without a filler at the end, which goes when
 * something is said there. Null for a target that is not read here.
 */
export function prefixStream(result: Compiled): string[] | null {
  const keys = result.target && order[result.target]
  if (!keys || result.target === null || result.request === null) return null
  const segments = segmentsOf(result.target, keys, result.request as unknown as Fields)
  const waiting = new Set<string>()
  for (const { unit } of result.units)
    if (unit.open) for (const { seq } of unit.spans) waiting.add(String(seq))
  const origins = originsByPlace(result)
  const waits = ({ place }: Segment): boolean =>
    (origins.get(place) ?? []).some(origin => waiting.has(/^e:(\d+)/.exec(origin)?.[1] ?? ''))
  const open = segments.findIndex(waits)
  const filled = origins.get(segments.at(-1)?.place ?? '')?.includes('c:filler')
  const end = open >= 0 ? open : segments.length - (filled ? 1 : 0)
  return segments.slice(0, end).map(({ text }) => text)
}

/** The origins of all strings in each place of up to four steps. */
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
