import { addCounts, type Count, subtractCounts } from '../../ir/count.ts'
import type { LossReason } from '../../ir/loss.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { criticalBlocks, fitBlocks, joinBlocks, sizeBlocks } from '../beside/emit.ts'
import type { BesidePiece, PlacedSources } from '../beside/placed.ts'
import { newestBySource, type RepeatedBlock, showsPiece } from '../beside/repeated.ts'
import { changeBeforeReasoning, dropReasoning } from './bound-reasoning.ts'
import { changesBeside, changesSelection, changesTools } from './changes.ts'
import type { Choice, History } from './choice.ts'
import { chooseHistory, clauseStarts } from './choose-history.ts'
import { buildDraft } from './draft.ts'
import type { FitInput, Fitted, FittedOnce, Kit } from './fit-input.ts'
import { roomAfterBlocks, roomInSteps, withContextBlocks } from './placement.ts'
import { neverDroppedOrSummaries } from './required.ts'
import { runWindow, type Windowed, windowBlocks } from './run-window.ts'
import { windowAt } from './window.ts'

/** Function that returns the room that context blocks leave for a history. */
type Left = typeof roomAfterBlocks

/** Fits a history and as many context blocks as possible into the room. The result lists the dropped blocks. */
export function fitWithSources({ choice: given, floorOf, sources: known, kit }: FitInput): Fitted {
  const all = { ...known, reserve: kit.recalled?.tokensToReserve(given.room.tokens) ?? 0 }
  const limits = clauseStarts({ ...given, beside: all })
  given.selection?.limitClauses(limits)
  const choice: Choice = { ...given, limits, floor: floorOf() }
  const withDroppedBlocks = (one: FittedOnce): Fitted => {
    const stays = new Set(one.beside.pieces.map(({ origin }) => origin))
    const left = all.pieces.flatMap(piece =>
      stays.has(piece.origin) || isRepeated(piece, one.history.standing) ? [] : [piece.origin],
    )
    return { ...one, beside: { ...one.beside, empty: known.empty }, left }
  }
  const begin = Math.max(choice.earlier?.start ?? 0, choice.floor?.from ?? 0)
  const first = fitWithFound(
    { ...choice, beside: unshownBlocks(all, choice.repeated, begin) },
    kit,
    roomInSteps,
  )
  // If the history begins so late that a repeated block is dropped, its text is shown again at the end.
  const isShown = (piece: BesidePiece): boolean =>
    first.beside.pieces.includes(piece) || isRepeated(piece, first.history.standing)
  const fitted = all.pieces.every(isShown)
    ? first
    : fitWithFound({ ...choice, beside: all }, kit, roomInSteps)
  if (fitted.history.fits) return withDroppedBlocks(fitted)
  // If no history fits, `history` is the smallest history that can be sent.
  // A block behind the last unit must not take the room of the newer text of its source.
  const current: Choice = { ...choice, repeated: withoutOutdated(choice, all) }
  const unshown = unshownBlocks(all, current.repeated, choice.session.units.lastShown())
  const renewed =
    current.repeated.length === choice.repeated.length
      ? fitted
      : fitWithFound({ ...current, beside: unshown }, kit, roomAfterBlocks)
  if (renewed.history.fits) return withDroppedBlocks(renewed)
  const { count, sent } = renewed.history
  const made = sent.reduce((sum, { messages }) => sum + messages.length, 0)
  const { room } = choice
  const some = fitBlocks(unshown, {
    ...room,
    tokens: room.tokens - count.max,
    messages: room.messages - made,
  })
  const less = fitWithFound({ ...current, beside: some }, kit, roomAfterBlocks)
  return withDroppedBlocks(
    less.history.fits
      ? less
      : fitWithFound({ ...current, beside: criticalBlocks(unshown) }, kit, roomAfterBlocks),
  )
}

/** Returns the repeated blocks without those behind the last conversation unit whose source has a newer text. */
function withoutOutdated({ repeated, session }: Choice, all: PlacedSources): readonly RepeatedBlock[] {
  const last = session.units.lastShown()
  const changed = new Set(
    all.pieces.filter(piece => !isRepeated(piece, repeated)).map(({ origin }) => origin),
  )
  return repeated.filter(({ after, source }) => after < last || !changed.has(source))
}

/** Whether the newest repeated block of a source shows its current text. */
const isRepeated = (piece: BesidePiece, standing: readonly RepeatedBlock[]): boolean =>
  showsPiece(newestBySource(standing).get(piece.origin), piece)

/** Returns the context blocks whose text no request has shown behind a unit from `begin` on. */
function unshownBlocks(all: PlacedSources, repeated: readonly RepeatedBlock[], begin: number): PlacedSources {
  const standing = repeated.filter(({ after }) => after >= begin)
  if (standing.length === 0) return all
  const { reserve, empty } = all
  return { ...sizeBlocks(all.pieces.filter(piece => !isRepeated(piece, standing))), reserve, empty }
}

/**
 * Fits a history into the room, with some room reserved for the text that searches find. The searches then look for
 * units that this history does not show.
 */
function fitWithFound(choice: Choice, kit: Kit, leftOf: Left): FittedOnce {
  const { beside, earlier, session } = choice
  const { recalled } = kit
  const alone: Choice = {
    ...choice,
    beside: { ...beside, reserve: 0 },
    room: leftOf(choice.room, { ...beside, reserve: 0 }),
  }
  if (recalled === null || beside.reserve === 0) return fitOnce(alone, kit)
  // If the history shows every unit, a search can find nothing, so no room is reserved.
  const isMeant = (unit: number): boolean => !session.units.isUnseen(unit)
  if ((earlier?.start ?? 0) === 0 && !recalled.mayFindAny(session, isMeant)) {
    const history = chooseHistory(alone)
    const shown = new Set(history.sent.map(({ ordinal }) => ordinal))
    if (history.fits && !recalled.mayFindAny(session, unit => shown.has(unit)))
      return fitOnce(alone, kit, history)
  }
  const room = leftOf(choice.room, beside)
  const history = chooseHistory({ ...choice, room })
  const found = history.fits ? recalled.findUnits(choice, history.sent, kit.setup) : null
  return fitOnce({ ...choice, room, beside: found === null ? beside : joinBlocks(beside, found) }, kit)
}

function fitOnce(choice: Choice, kit: Kit, history: History = chooseHistory(choice)): FittedOnce {
  const { bindsReasoning, beside } = choice
  const fitted = { history, beside, ...draftAfterPasses(choice, history, kit) }
  const thinks = bindsReasoning && history.sent.some(({ reasoning }) => reasoning > 0)
  const lostTo = thinks && history.fits ? changeOf(choice, fitted) : null
  if (lostTo === null) return fitted
  const without = dropReasoning(choice, history, lostTo)
  return { history: without, beside, ...draftAfterPasses(choice, without, kit) }
}

/**
 * Returns the reason for which the request changes content to which its reasoning is bound; null if it changes none.
 */
function changeOf(choice: Choice, { history, drafted, windowed }: FittedOnce): LossReason | null {
  const { earlier } = choice
  const change = changeBeforeReasoning(choice, history, drafted.edits)
  if (change !== null) return change
  const alike = withoutNewCompaction(choice, history)
  // A rewind takes back context blocks too, so that the digest of the earlier blocks cannot be compared any more.
  if (changesBeside(choice, history, alike.standing)) return isRewound(choice) ? 'rewind' : 'context-block'
  // A window pass of the program may change any content before the reasoning.
  if (windowed !== null) return 'pass'
  if (earlier === null) return null
  if (changesTools(history, drafted, earlier)) return 'tools'
  return changesSelection(choice.session, alike, earlier) ? 'window' : null
}

/** Whether events were rewound that the earlier plan does not know of. */
function isRewound({ session, earlier }: Choice): boolean {
  return earlier !== null && session.units.rows.rewoundSince(earlier.head).length > 0
}

/**
 * Returns the units that would be sent if the history began as in the earlier request. A compaction that is new drops
 * units of that request, but changes none of those that follow.
 */
function withoutNewCompaction(choice: Choice, history: History): Pick<History, 'sent' | 'standing'> {
  const { session, earlier, sentFloor, replaced } = choice
  const { floor, reasoningFrom, compactBefore, supplementary } = history
  const [holder, ...units] = earlier?.decisions.find(({ kind }) => kind === 'compact')?.units ?? []
  if (earlier === null || floor === null || holder === session.units.rows.idOf(floor.holder)) return history
  const start = Math.max(earlier.start, sentFloor?.from ?? 0)
  const moved = units.flatMap(id => session.units.rows.ordinalOf(id) ?? [])
  const carried = [...moved, ...earlier.carried]
  // Units that only the new compaction requires were not in that request, but the compaction before it was.
  const own = new Set([floor.holder, ...replaced.saidAgain(session, floor)])
  const others = [...history.required].filter(unit => !own.has(unit))
  const required = new Set([...others, ...neverDroppedOrSummaries({ session, floor: sentFloor, replaced })])
  const frame = {
    ...choice,
    floor: sentFloor,
    required,
    carried,
    reasoningFrom,
    compactBefore,
    supplementary,
  }
  return windowAt(frame, start, null) ?? history
}

/** Builds the request after the program's window passes have run. */
function draftAfterPasses(
  choice: Choice,
  history: History,
  { setup, folded }: Kit,
): Pick<FittedOnce, 'drafted' | 'windowed'> {
  const { backEnd, session, room, beside } = choice
  const fragments = withContextBlocks(choice, history.sent, history.start)
  const passes = setup.schedule.window
  if (passes.length === 0) return { drafted: buildDraft(backEnd, history, fragments), windowed: null }
  const left = setup.limit === null ? null : Math.max(0, room.tokens - history.count.max)
  const chosen = windowBlocks(fragments, session, history, beside)
  const windowed = addEdgeTokens(backEnd, fragments, runWindow(passes, chosen, setup, folded, left))
  return { drafted: buildDraft(backEnd, history, windowed.fragments), windowed }
}

/** Adds the change in tokens that passes may have caused at the start and the end of the history. */
function addEdgeTokens(backEnd: BackEnd, before: readonly Fragment[], windowed: Windowed): Windowed {
  const edgesOf = (fragments: readonly Fragment[]): Count => {
    const shown = fragments.filter(({ messages }) => messages.length > 0)
    return backEnd.edges(shown[0], shown.at(-1))
  }
  const more = subtractCounts(edgesOf(windowed.fragments), edgesOf(before))
  return { ...windowed, count: addCounts(windowed.count, more) }
}
