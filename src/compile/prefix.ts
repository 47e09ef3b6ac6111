import type { Origin } from '../ir/origin.ts'
import type { SourceMap } from '../map/source-map.ts'
import type { Session } from '../session/session.ts'
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
  session: Session,
  history: History,
): PrefixPiece[] {
  const changing = changingEvents(session, history)
  const origins = originsOf(pieces, map)
  const prefix: PrefixPiece[] = []
  let last: Piece | undefined
  for (const piece of pieces) {
    const from = origins.get(piece.pointer) ?? []
    if (from.some(origin => changing.has(eventOf(origin)))) {
      // What stands behind it keeps it from growing.
      last = undefined
      break
    }
    const [first = 'c:request'] = [...from.filter(origin => !origin.startsWith('c:')), ...from]
    if (first !== 'c:filler') last = piece
    const { pointer, value, role } = piece
    prefix.push({ pointer, text: `${role ?? ''} ${toJson(unmarked(value))}`, origin: first })
  }
  // A filler stands there because of what follows, or because nothing does.
  const dropFillers = (): void => {
    while (prefix.at(-1)?.origin === 'c:filler') prefix.pop()
  }
  dropFillers()
  if (last?.grows) prefix.pop()
  dropFillers()
  return prefix
}

/** Events of the units whose form may still change. */
function changingEvents(session: Session, { sent }: History): ReadonlySet<number> {
  const { rows } = session.units
  const changing = new Set(session.units.growingUnits())
  const last = sent.findLast(({ messages }) => messages.length > 0)?.ordinal ?? -1
  if (last >= 0 && (rows.kindOf(last) === 'developer' || rows.opaque.includes(last))) changing.add(last)
  const units = sent.filter(({ ordinal }) => changing.has(ordinal))
  return new Set(units.flatMap(({ ordinal }) => rows.unit(ordinal).spans.map(({ seq }) => seq)))
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
      inside.push(...segments.map(({ origin }) => origin))
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
