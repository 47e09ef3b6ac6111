import type { RepeatedBlock } from '../beside/repeated.ts'
import type { Room } from '../contract/room.ts'
import { landmarkRank } from './landmark.ts'
import { Load } from './load.ts'
import { turnOpenersBefore } from './opening.ts'
import { type Frame, isSentUnit, unitReader, type Window, windowAt } from './window.ts'

/** Number of places that are tried one by one. Further places are skipped according to their size. */
const patience = 16

/** Conversation unit at which a history may begin, with the minimum tokens of a history that begins there. */
interface Place {
  readonly ordinal: number
  readonly tokens: number
}

/**
 * Chooses the beginning of a history without an earlier plan. Only beginnings are considered whose history uses between
 * the share `low` of the room and the whole room. Of these, the one with the highest landmark rank is chosen. So
 * requests without a plan mostly share a prefix, and `low: 1` fills the room. Returns null if no place fits.
 */
export function beginHistory(
  frame: Frame,
  { room, low }: { readonly room: Room; readonly low: number },
  from: number,
): Window | null {
  const places = placesIn(frame, room, from)
  let tried = 0
  for (let index = 0; index < places.length; index++) {
    const first = places[index] as Place
    if (first.tokens > room.tokens) continue
    const window = windowAt(frame, first.ordinal, room)
    if (window === null) {
      if (++tried > patience) index = lastSkippedPlace(frame, places, index, room.tokens)
      continue
    }
    let best = first
    for (let at = index + 1; at < places.length; at++) {
      const place = places[at] as Place
      if (place.tokens < low * room.tokens) break
      if (landmarkRankAt(frame, place) > landmarkRankAt(frame, best)) best = place
    }
    return (best === first ? null : windowAt(frame, best.ordinal, room)) ?? window
  }
  return null
}

const landmarkRankAt = ({ session }: Frame, { ordinal }: Place): number =>
  landmarkRank(session.units.rows, ordinal)

/** Returns the places from which all newer units together fit, oldest first. */
function placesIn(frame: Frame, room: Room, from: number): Place[] {
  const { session, required, stubs, repeated } = frame
  const { units } = session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  const isSent = (unit: number): boolean => !units.isHidden(unit) && isSentUnit(frame, unit)
  let ahead = 0
  for (const unit of required)
    if (isSent(unit) || unit === frame.floor?.holder) ahead += unitAt(unit).count.max
  const names = new Set<string>()
  let declared = 0
  let tokens = 0
  const load = new Load(room)
  const places: Place[] = []
  let behind = repeated.length - 1
  for (let ordinal = units.placeBefore(rows.length); ordinal >= from; ordinal = units.placeBefore(ordinal)) {
    if (!isSent(ordinal)) continue
    const unit = unitAt(ordinal)
    if (required.has(ordinal)) ahead -= unit.count.max
    tokens += unit.count.max
    load.add(unit.messages)
    // Repeated context blocks are sorted by the unit before them, and go with it.
    for (; behind >= 0 && (repeated[behind] as RepeatedBlock).after >= ordinal; behind--) {
      const { after, piece } = repeated[behind] as RepeatedBlock
      if (after !== ordinal) continue
      tokens += piece.fragment.count.max
      load.add(piece.fragment.messages)
    }
    const known = names.size
    for (const name of unit.toolNames) names.add(name)
    if (names.size > known) declared = stubs.stubsFor(names).count.max
    if (tokens + ahead + declared > room.tokens || load.refused !== null) break
    if (ordinal <= units.lastShown()) places.push({ ordinal, tokens: tokens + ahead + declared })
  }
  const opening = openingTokensCounter(frame, room.tokens)
  return places.reverse().map(({ ordinal, tokens }) => ({ ordinal, tokens: tokens + opening(ordinal) }))
}

/**
 * Returns a function that counts the tokens of the user messages that opened a place's turn and are sent before the
 * place. Callers must pass places in ascending order, so that consecutive user messages are read only once.
 */
function openingTokensCounter(frame: Frame, most: number): (ordinal: number) => number {
  const { units } = frame.session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  const sizeOf = (unit: number): number => (frame.required.has(unit) ? 0 : unitAt(unit).count.max)
  let last = -1
  let tokens = 0
  let opener: number | null = null
  const isNext = (ordinal: number): boolean => {
    let unit = units.placeAfter(last)
    while (unit < ordinal && units.isHidden(unit)) unit = units.placeAfter(unit)
    return unit === ordinal
  }
  return ordinal => {
    const isUser = rows.kindOf(ordinal) === 'user'
    const before = last
    if (isUser && before >= 0 && rows.kindOf(before) === 'user' && isNext(ordinal)) tokens += sizeOf(before)
    else if (isUser || before < 0 || units.openerOf(ordinal) !== opener) {
      tokens = 0
      for (const unit of turnOpenersBefore(units, ordinal).reverse())
        if (tokens <= most) tokens += sizeOf(unit)
    }
    last = ordinal
    opener = isUser ? null : units.openerOf(ordinal)
    return tokens
  }
}

/** Returns the index of the last place to skip. A history that begins at this place still exceeds the room. */
function lastSkippedPlace(frame: Frame, places: readonly Place[], index: number, room: number): number {
  const { ordinal, tokens } = places[index] as Place
  const over = (windowAt(frame, ordinal, null) as Window).count.max - room
  let at = index
  while (at + 1 < places.length && tokens - (places[at + 1] as Place).tokens < over) at++
  return at
}
