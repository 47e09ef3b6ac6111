import type { Compiled } from '../src/compile/result.ts'
import type { TargetName } from '../src/ir/target-name.ts'

/** Marks that say where a cache ends: they move without a change of what is cached. */
const marks = new Set(['cache_control', 'prompt_cache_breakpoint'])

const write = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => (marks.has(key) ? undefined : inner))

type Fields = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Anthropic's blocks each for itself: two messages of one role are one to the cache. */
const blocks = (message: unknown, pointer: string): [segment: string, pointer: string][] => {
  const { role, content } = message as Fields
  if (typeof content === 'string')
    return [[write({ role, block: { type: 'text', text: content } }), `${pointer}/content`]]
  return list(content).map((block, index) => [write({ role, block }), `${pointer}/content/${index}`])
}

/** The segments of a request in the order in which its provider caches them, each with its place. */
function segmentsOf(target: TargetName, request: Fields): [segment: string, pointer: string][] {
  const items = (key: string): [string, string][] =>
    list(request[key]).map((item, index) => [write(item), `/${key}/${index}`])
  const tools = items('tools')
  if (target === 'anthropic') {
    const system =
      typeof request.system === 'string' ? [write(request.system)] : list(request.system).map(write)
    const messages = list(request.messages).flatMap((message, index) => blocks(message, `/messages/${index}`))
    return [...tools, ...system.map((text): [string, string] => [text, '']), ...messages]
  }
  const instructions: [string, string][] = request.instructions ? [[write(request.instructions), '']] : []
  return [...tools, ...instructions, ...items(target === 'openai' ? 'input' : 'messages')]
}

/**
 * What a request begins with and keeps: its segments in the order of the cache, up to the first of a unit whose calls
 * wait for results, and without a filler at the end, which goes when something is said there.
 */
export function prefixStream(result: Compiled): string[] {
  if (result.target === null || result.request === null) return []
  const open = new Set<string>()
  for (const { unit } of result.units) if (unit.open) for (const { seq } of unit.spans) open.add(String(seq))
  const origins = originsByPlace(result)
  const isOpen = (place: string): boolean =>
    (origins.get(place) ?? []).some(origin => open.has(/^e:(\d+)/.exec(origin)?.[1] ?? ''))
  const segments = segmentsOf(result.target, result.request as unknown as Fields)
  const end = segments.findIndex(([, place]) => isOpen(place))
  if (end >= 0) return segments.slice(0, end).map(([segment]) => segment)
  const last = origins.get(segments.at(-1)?.[1] ?? '') ?? []
  if (last.includes('c:filler')) segments.pop()
  return segments.map(([segment]) => segment)
}

/** The origins of all strings in each place of up to four levels. */
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
