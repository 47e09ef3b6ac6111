import { withoutMarks } from '../../cache/marks.ts'
import type { Origin, Segment } from '../../ir/origin.ts'
import type { SourceMap } from '../../map/source-map.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Piece } from '../../target/target.ts'
import { toJson } from '../../text/json.ts'
import type { PrefixPiece } from '../contract/result.ts'
import type { History } from '../fit/choice.ts'
import { changingEvents, isContextOrPass, originEvent } from './stable-until.ts'

/**
 * Returns the stable prefix: the pieces that do not change when events are appended. The prefix ends before a
 * conversation unit that may still gain parts, before a last unit whose form depends on the next unit, and before
 * fillers at the end.
 */
export function prefixOf(
  request: readonly Piece[],
  map: SourceMap,
  session: SessionView,
  history: History,
): PrefixPiece[] {
  const changing = changingEvents(session, history)
  const found = [...splitIntoStretches(request, map)]
  const first = found.findIndex(({ origins }) =>
    origins.some(origin => isContextOrPass(origin) || changing.has(originEvent(origin))),
  )
  const pieces = found.map(prefixPieceOf)
  let steady = first < 0 ? pieces.length : first
  while (steady > 0 && isPadding(pieces[steady - 1]?.origin)) steady--
  return pieces.slice(0, steady)
}

/** Returns all pieces of a request in the order in which the cache reads them. */
export const wholeStream = (request: readonly Piece[], map: SourceMap): PrefixPiece[] =>
  Array.from(splitIntoStretches(request, map), prefixPieceOf)

function prefixPieceOf({ pointer, text, origins }: Stretch): PrefixPiece {
  const [origin = 'c:request'] = [...origins.filter(from => !isOwn(from)), ...origins]
  return { pointer, text, origin }
}

/** Whether an origin is a filler or a join. Such text exists only because of the texts next to it. */
export const isPadding = (origin: Origin | undefined): boolean => origin === 'c:filler' || origin === 'c:join'

/** Part of a piece of the request, and the origins of its strings. */
interface Stretch {
  readonly pointer: string
  readonly text: string
  readonly origins: readonly Origin[]
}

/**
 * Yields the segments of each piece. A string is split where its origin changes, because later text may be joined to
 * the string.
 */
function* splitIntoStretches(pieces: readonly Piece[], map: SourceMap): Generator<Stretch> {
  const inside = originsOf(pieces, map)
  const strings = new Map(map.map(({ pointer, segments }) => [pointer, segments]))
  for (const { pointer, value, role } of pieces) {
    const pieceTextOf = (part: unknown): string => `${role ?? ''} ${toJson(part)}`
    if (typeof value === 'string')
      for (const run of groupTagged(strings.get(pointer) ?? [])) {
        const words = value.slice(run[0]?.start, run.at(-1)?.end)
        const origins = run.map(({ origin }) => origin)
        // Tags around an empty text do not have the origin of a conversation unit, so the origins of the role are
        // added.
        const speaker = origins.every(origin => origin === 'c:fence')
          ? (strings.get(pointerOfRole(pointer)) ?? [])
          : []
        yield {
          pointer,
          text: pieceTextOf(words),
          origins: [...origins, ...speaker.map(({ origin }) => origin)],
        }
      }
    else yield { pointer, text: pieceTextOf(withoutMarks(value)), origins: inside.get(pointer) ?? [] }
  }
}

const isOwn = (origin: Origin): boolean => origin.startsWith('c:')

const pointerOfRole = (pointer: string): string => `${pointer.slice(0, pointer.lastIndexOf('/') + 1)}role`

/** Groups segments. An opening tag, its closing tag and everything between them form one group. */
function groupTagged(segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = []
  let open = false
  for (const segment of segments) {
    if (open) runs.at(-1)?.push(segment)
    else runs.push([segment])
    if (segment.origin === 'c:fence') open = !open
  }
  return runs
}

/** Returns a map from the pointer of each piece to the origins of the strings inside the piece, in their order. */
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
