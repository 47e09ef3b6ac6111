import type { Origin, Segment } from '../ir/origin.ts'
import type { SourceMap } from '../map/source-map.ts'
import type { Seen } from '../session/seen.ts'
import type { Units } from '../session/units.ts'
import type { Piece } from '../target/target.ts'
import { toJson } from '../text/json.ts'
import type { History } from './history.ts'

/** A piece of the beginning of a request that later requests of the session begin with too. */
export interface PrefixPiece {
  /** JSON pointer into the request. */
  readonly pointer: string
  /** It as JSON, without cache marks, behind the role that it stands in. */
  readonly text: string
  /** Where it came from: of several origins the first that is not the compiler's own. */
  readonly origin: Origin
}

/**
 * The prefix stream: what stays as it is when the session goes on. It ends before a unit that may still gain parts,
 * before a last one whose form depends on what follows, and before what only stands there because nothing follows.
 */
export function prefixOf(
  pieces: readonly Piece[],
  map: SourceMap,
  session: Seen,
  history: History,
): PrefixPiece[] {
  const changing = changingEvents(session, history)
  const prefix: PrefixPiece[] = []
  for (const { pointer, text, origins } of stretches(pieces, map)) {
    if (origins.some(origin => isBeside(origin) || changing.has(eventOf(origin)))) break
    const [origin = 'c:request'] = [...origins.filter(from => !from.startsWith('c:')), ...origins]
    prefix.push({ pointer, text, origin })
  }
  while (isPadding(prefix.at(-1)?.origin)) prefix.pop()
  return prefix
}

/** What a policy puts beside the history may be gone the next time. */
const isBeside = (origin: Origin): boolean => origin.startsWith('d:context')

/** A filler stands there because of what follows, or because nothing does; a seam because something follows. */
const isPadding = (origin: Origin | undefined): boolean => origin === 'c:filler' || origin === 'c:join'

/** A stretch of the request, and where its strings came from. */
interface Stretch {
  readonly pointer: string
  readonly text: string
  readonly origins: readonly Origin[]
}

/** The pieces; words are cut where another origin begins, for what follows may be joined to them. */
function* stretches(pieces: readonly Piece[], map: SourceMap): Generator<Stretch> {
  const inside = originsOf(pieces, map)
  const strings = new Map(map.map(({ pointer, segments }) => [pointer, segments]))
  for (const { pointer, value, role } of pieces) {
    const write = (part: unknown): string => `${role ?? ''} ${toJson(part)}`
    if (typeof value === 'string')
      for (const run of fenced(strings.get(pointer) ?? [])) {
        const words = value.slice(run[0]?.start, run.at(-1)?.end)
        yield { pointer, text: write(words), origins: run.map(({ origin }) => origin) }
      }
    else yield { pointer, text: write(unmarked(value)), origins: inside.get(pointer) ?? [] }
  }
}

/** The segments, those between two tags together with these. */
function fenced(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = []
  let open = false
  for (const segment of segments) {
    if (open) runs.at(-1)?.push(segment)
    else runs.push([segment])
    if (segment.origin === 'c:fence') open = !open
  }
  return runs
}

/** Events of the units whose form may still change, or that may come to stand behind something else. */
function changingEvents(session: Seen, history: History): ReadonlySet<number> {
  const { units } = session
  const { rows } = units
  const { sent } = history
  const last = sent.findLast(({ messages }) => messages.length > 0)?.ordinal ?? -1
  const follows = last >= 0 && (rows.kindOf(last) === 'developer' || rows.opaque.includes(last))
  const unsaid = firstUnsaid(units, history)
  const changing = sent.filter(
    ({ ordinal }) => ordinal > unsaid || units.isGrowing(ordinal) || (follows && ordinal === last),
  )
  return new Set(changing.flatMap(({ ordinal }) => rows.unit(ordinal).spans.map(({ seq }) => seq)))
}

/** The first unit that shows nothing yet, and may. */
function firstUnsaid(units: Units, { start, sent }: History): number {
  const said = new Set(sent.flatMap(({ ordinal, messages }) => (messages.length > 0 ? [ordinal] : [])))
  for (let unit = start; unit < units.rows.length; unit = units.after(unit))
    if (units.isGrowing(unit) && !said.has(unit) && !units.isUnseen(unit)) return unit
  return Number.POSITIVE_INFINITY
}

const eventOf = (origin: Origin): number =>
  origin.startsWith('e:') ? Number.parseInt(origin.slice(2), 10) : -1

/** The origins inside each piece, in order. */
function originsOf(pieces: readonly Piece[], map: SourceMap): ReadonlyMap<string, readonly Origin[]> {
  const origins = new Map<string, Origin[]>(pieces.map(({ pointer }) => [pointer, []]))
  for (const { pointer, segments } of map) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const inside = origins.get(pointer.slice(0, end))
      if (inside === undefined) continue
      for (const { origin } of segments) inside.push(origin)
      break
    }
  }
  return origins
}

/** A value without the marks that say what to cache. */
function unmarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarked)
  if (typeof value !== 'object' || value === null) return value
  const { cache_control: _, prompt_cache_breakpoint: __, ...rest } = value as Record<string, unknown>
  return 'content' in rest ? { ...rest, content: unmarked(rest.content) } : rest
}
