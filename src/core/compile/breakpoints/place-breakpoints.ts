import { chooseMarks, type MarkChoice, type Spot } from '../../cache/choose.ts'
import { isSteady } from '../../cache/steady.ts'
import type { Origin } from '../../ir/origin.ts'
import type { StringOrigin, StringOrigins } from '../../map/origins.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Piece } from '../../target/target.ts'
import type { MarkSetup, Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import { isPadding } from './prefix.ts'
import { changingEvents, isContextOrPass, originEvent } from './stable-until.ts'

/** Request with cache marks, and the places that should have a mark but do not. */
export interface Marked {
  readonly request: object
  readonly withheld: MarkChoice['withheld']
}

/** Places cache marks at the ends of those parts of the request that will not change. */
export function markRequest(
  { setup, marks }: { readonly setup: Setup; readonly marks: MarkSetup },
  session: SessionView,
  history: History,
  request: object,
): Marked {
  const { origins } = setup
  const { marking, facts, most, ttl } = marks
  if (most === 0) return { request, withheld: [{ place: 'request', why: whyNoMarks(marks) }] }
  const spots = spotsOf(setup, marks, session, history, request)
  const answered = lastAnswerSpot(session, history, spots)
  const { pointers, withheld } = chooseMarks(spots, answered, { minimum: facts.cache.minimum, most })
  return { request: marking.mark(request, { pointers, ttl }, { origins, facts }), withheld }
}

const whyNoMarks = ({ marking, facts }: MarkSetup): string =>
  marking.rules(facts) === null
    ? "nothing is known of the cache of the model's provider"
    : 'the provider chooses by itself what to cache for this model'

/** Place for a cache mark, with the seq of the event from which the place's content comes; -1 for no event. */
interface Place extends Spot {
  readonly seq: number
}

/** Returns the pieces of a request as places for cache marks. */
function spotsOf(
  { target, agent, backEnd, origins }: Setup,
  { marking, facts }: MarkSetup,
  session: SessionView,
  history: History,
  request: object,
): Place[] {
  const changing = changingEvents(session, history)
  const { tools, system, schema } = backEnd.head
  const upTo = {
    tools: tools.max + history.stubs.count.max,
    system: tools.max + history.stubs.count.max + system.max + schema.max,
  }
  const sizes = unitEnds(session, history, upTo.system)
  let seq = -1
  return target.pieces(request).map(piece => {
    const [whole, said] = pieceOrigins(piece, origins)
    const own = whole === undefined ? -1 : originEvent(whole)
    seq = own < 0 ? seq : own
    const section = sectionOf(piece, whole)
    return {
      pointer: piece.pointer,
      section,
      seq: own,
      takes: marking.takes(piece, facts),
      padding: section === 'messages' && isPadding(whole ?? 'c:filler'),
      changes:
        changing.has(own) ||
        said.some(isContextOrPass) ||
        (section === 'system' && !said.every(origin => isSteady(origin, agent))),
      upTo: section === 'messages' ? (sizes.get(seq) ?? upTo.system) : upTo[section],
    }
  })
}

/** Returns the origin of a piece as a whole, and the origins of the words in the piece. */
function pieceOrigins(
  { value, holder }: Piece,
  origins: StringOrigins,
): readonly [Origin | undefined, readonly Origin[]] {
  const container = holder ?? value
  if (typeof container !== 'object' || container === null) return [undefined, []]
  const { whole, key } = origins.originsIn(container)
  const words = ['text', 'content', 'system'].flatMap(name => originsOfEntry(key(name)))
  return [whole, whole === undefined ? words : [whole, ...words]]
}

const originsOfEntry = (entry: StringOrigin | undefined): readonly Origin[] =>
  entry === undefined ? [] : typeof entry === 'string' ? [entry] : entry.map(({ origin }) => origin)

/** Origins of the text that the compiler writes in an instruction. */
const ownWords: ReadonlySet<string> = new Set(['c:identity', 'c:schema', 'c:transfer'])

function sectionOf({ pointer, role }: Piece, whole: Origin | undefined): Spot['section'] {
  if (pointer.startsWith('/tools')) return 'tools'
  const isDeclared = whole?.startsWith('d:') === true && !isContextOrPass(whole)
  const isSystem = role === null || isDeclared || ownWords.has(whole ?? '')
  return isSystem ? 'system' : 'messages'
}

/** Returns, for each event that begins a conversation unit, an upper bound of the tokens up to the end of that unit. */
function unitEnds({ units }: SessionView, { sent }: History, before: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  let sum = before
  for (const { ordinal, count } of sent) {
    sum += count.max
    for (const seq of units.rows.seqsSince(ordinal)) ends.set(seq, sum)
  }
  return ends
}

/**
 * Returns the index of the first place in the model's last answer; -1 if there is none. The previous request ended
 * before this place.
 */
function lastAnswerSpot({ units }: SessionView, { sent }: History, spots: readonly Place[]): number {
  const last = sent.findLast(
    ({ ordinal, messages }) =>
      messages.length > 0 && units.rows.kindOf(ordinal) === 'model' && !units.isForeign(ordinal),
  )
  if (last === undefined) return -1
  const seqs = new Set(units.rows.seqsSince(last.ordinal))
  return spots.findIndex(({ seq }) => seqs.has(seq))
}
