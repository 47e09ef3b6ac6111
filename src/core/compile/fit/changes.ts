import { toolsLeftOut } from '../../diag/target.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import { movesFrom } from '../../session/view/carried.ts'
import { digest } from '../../text/digest.ts'
import type { RepeatedBlock } from '../beside/repeated.ts'
import type { Choice, History } from './choice.ts'
import type { Drafted } from './draft.ts'
import type { Earlier } from './earlier.ts'
import type { ShownShape } from './emitted.ts'
import { turnOpenersBefore } from './opening.ts'
import { digestBlocks } from './placement.ts'

/** Whether conversation units of the earlier request are now dropped, changed, or mixed with other units. */
export function changesSelection(
  { units }: SessionView,
  { sent }: Pick<History, 'sent'>,
  { decisions, head }: Earlier,
): boolean {
  const known = decisions.find(({ kind }) => kind === 'selection')
  if (known === undefined) return false
  const [last = '', mark] = known.hash.split(' ')
  return selectionDigest(units, sent, Number(last), head) !== mark
}

/**
 * Returns a digest of the conversation units up to `last`, including the form in which each is shown. A change of an
 * event from `head` on does not count, because a unit may have gained this event since the earlier request.
 */
export const selectionDigest = (units: Units, sent: History['sent'], last: number, head: number): string =>
  digest(
    sent
      .filter(({ ordinal }) => units.orderOf(ordinal) <= last)
      .map(({ ordinal, shape }) => `${ordinal} ${shapeBefore(shape, head)}`)
      .join('\n'),
  ).slice(0, 12)

/** Returns a shape as a text, as far as it concerns events before `head`. */
function shapeBefore({ rank, changes }: ShownShape, head: number): string {
  const names = changes.flatMap(([name, seq]) => (seq < head ? [name] : []))
  return names.length === 0 ? '' : `${rank} ${names.sort().join()}`
}

/** Whether the state now contains an answer that an earlier request may have sent as part of the history. */
export function dropsUnitsOfEarlierRequest({ units }: SessionView, { head }: Earlier): boolean {
  const { moves, rows } = units
  for (let index = movesFrom(moves, head); index < moves.length; index++) {
    const { unit, shown } = moves[index] as (typeof moves)[number]
    if (!shown && rows.seqOf(unit) < head && !units.isGrowing(unit)) return true
  }
  return false
}

/** Whether the history drops a unit that the earlier request may have contained. Newer units were in no request. */
export function dropsSent(
  session: SessionView,
  { start, before }: History,
  earlier: Earlier | null,
): boolean {
  if (earlier === null) return true
  const { units } = session
  const { rows } = units
  for (
    let ordinal = earlier.start;
    ordinal < start && rows.seqOf(ordinal) < earlier.head;
    ordinal = units.placeAfter(ordinal)
  ) {
    if (before.has(ordinal) || units.isHidden(ordinal)) continue
    if (units.showsOwnText(rows.covers.unitShownAt(ordinal), earlier.head - 1)) return true
  }
  const stood = [...turnOpenersBefore(units, earlier.start), ...earlier.carried]
  return stood.some(ordinal => !before.has(ordinal))
}

/**
 * Returns a digest of the changes that the history makes to the declared tools: tools that were added, or that all
 * tools were dropped; '' if nothing changed.
 */
export function toolsDigest({ stubs }: History, { notes }: Drafted): string {
  const dropped = notes.flatMap(({ kind }) => (kind === toolsLeftOut ? [kind] : []))
  const changes = [...stubs.names, ...dropped]
  return changes.length === 0 ? '' : digest(changes.join('\n')).slice(0, 12)
}

/**
 * Whether the history changes the declared tools in another way than before. Such a change matters, because tools are
 * placed before all messages.
 */
export const changesTools = (history: History, drafted: Drafted, earlier: Earlier): boolean => {
  const known = earlier.decisions.find(({ kind }) => kind === 'tools')
  return (known?.hash ?? '') !== toolsDigest(history, drafted)
}

/**
 * Whether reasoning may have been made after other context blocks than the current ones. `standing`: the blocks that
 * are sent again, of a history that begins as in the earlier request.
 */
export function changesBeside(
  choice: Choice,
  { sent }: Pick<History, 'sent'>,
  standing: readonly RepeatedBlock[],
): boolean {
  const { earlier } = choice
  const known = earlier?.decisions.find(({ kind }) => kind === 'beside')?.hash ?? ''
  const [hash = '', inTurn = '', blocks = '0', passing = ''] = known.split(' ')
  const now = digestBlocks(choice, standing, earlier === null ? undefined : Number(blocks))
  if (now.hash !== hash || now.inTurn !== inTurn || now.blocks !== Number(blocks)) return true
  // Blocks that are not repeated preceded all reasoning that was made since the earlier request.
  if (passing !== '' && earlier !== null && hasReasoningSince(choice.session, earlier.head)) return true
  // Blocks that the earlier request did not show must follow all reasoning.
  const newest = sent.findLast(({ reasoning }) => reasoning > 0)?.ordinal ?? -1
  return standing.slice(Number(blocks)).some(({ after }) => after < newest)
}

function hasReasoningSince(session: SessionView, head: number): boolean {
  for (let seq = head; seq < session.length; seq++)
    if (session.event(seq).parts.some(({ kind }) => kind === 'reasoning')) return true
  return false
}
