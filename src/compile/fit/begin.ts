import type { Room } from '../contract/room.ts'
import { landmarkRank } from './landmark.ts'
import { openingOf } from './opening.ts'
import { type Frame, goesAlong, unitReader, type Window, windowAt } from './window.ts'

/** So many places are tried one after the other before what does not fit is skipped by its size. */
const patience = 16

/** A place at which a history may begin, and what it needs at least. */
interface Place {
  readonly ordinal: number
  readonly tokens: number
}

/**
 * Begins a history that no request began before: with as many of the newest units as fit, but for the share `1 - low`
 * of the room, within which it begins at the unit of the highest landmark. So requests without a plan mostly begin alike,
 * and `low: 1` fills the room. Null where no place fits.
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
      if (++tried > patience) index = beyond(frame, places, index, room.tokens)
      continue
    }
    let best = first
    for (let at = index; at < places.length; at++) {
      const place = places[at] as Place
      if (rankOf(frame, place) > rankOf(frame, best)) best = place
      if (place.tokens <= low * room.tokens) break
    }
    return (best === first ? null : windowAt(frame, best.ordinal, room)) ?? window
  }
  return null
}

const rankOf = ({ session }: Frame, { ordinal }: Place): number => landmarkRank(session.units.rows, ordinal)

/** The units that the newest of them may follow without taking more than there is room for, oldest first. */
function placesIn(frame: Frame, room: Room, from: number): Place[] {
  const { session, required, stubs } = frame
  const { units } = session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  const isSent = (unit: number): boolean => !units.isHidden(unit) && goesAlong(frame, unit)
  let ahead = 0
  for (const unit of required) if (isSent(unit)) ahead += unitAt(unit).count.max
  const names = new Set<string>()
  let declared = 0
  let tokens = 0
  const places: Place[] = []
  for (let ordinal = units.before(rows.length); ordinal >= from; ordinal = units.before(ordinal)) {
    if (!isSent(ordinal)) continue
    const unit = unitAt(ordinal)
    if (required.has(ordinal)) ahead -= unit.count.max
    tokens += unit.count.max
    const known = names.size
    for (const name of unit.toolNames) names.add(name)
    if (names.size > known) declared = stubs.of(names).count.max
    if (tokens + ahead + declared > room.tokens) break
    if (ordinal <= units.lastShown()) places.push({ ordinal, tokens: tokens + ahead + declared })
  }
  const opening = openings(frame, room.tokens)
  return places.reverse().map(({ ordinal, tokens }) => ({ ordinal, tokens: tokens + opening(ordinal) }))
}

/**
 * Returns a function that says what the user's words take that opened the turn in which a place lies, as far as they
 * are sent before it. Places are asked for from the oldest on, so that a long run of messages is gone through once.
 */
function openings(frame: Frame, most: number): (ordinal: number) => number {
  const { units } = frame.session
  const { rows } = units
  const unitAt = unitReader(frame, 0)
  const sizeOf = (unit: number): number => (frame.required.has(unit) ? 0 : unitAt(unit).count.max)
  let last = -1
  let tokens = 0
  let opener: number | null = null
  const isNext = (ordinal: number): boolean => {
    let unit = units.after(last)
    while (unit < ordinal && units.isHidden(unit)) unit = units.after(unit)
    return unit === ordinal
  }
  return ordinal => {
    const isUser = rows.kindOf(ordinal) === 'user'
    const before = last
    if (isUser && before >= 0 && rows.kindOf(before) === 'user' && isNext(ordinal)) tokens += sizeOf(before)
    else if (isUser || before < 0 || units.openerOf(ordinal) !== opener) {
      tokens = 0
      for (const unit of openingOf(units, ordinal).reverse()) if (tokens <= most) tokens += sizeOf(unit)
    }
    last = ordinal
    opener = isUser ? null : units.openerOf(ordinal)
    return tokens
  }
}

/** The last of the places that are skipped because the one at an index takes too much by more than they do. */
function beyond(frame: Frame, places: readonly Place[], index: number, room: number): number {
  const { ordinal, tokens } = places[index] as Place
  const over = (windowAt(frame, ordinal, null) as Window).count.max - room
  let at = index
  while (at + 1 < places.length && tokens - (places[at + 1] as Place).tokens < over) at++
  return at
}
