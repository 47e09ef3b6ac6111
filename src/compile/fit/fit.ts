import { type Count, minus, plus } from '../../ir/count.ts'
import type { BackEnd, Fragment } from '../../target/target.ts'
import { asMuchAs, criticalOf, together } from '../beside/emit.ts'
import type { PlacedSources } from '../beside/placed.ts'
import type { Searches } from '../beside/search.ts'
import { changesSelection, changesTools } from '../plan/write-plan.ts'
import type { Setup } from '../setup.ts'
import { losesReasoning, withoutReasoning } from './bound-reasoning.ts'
import type { Choice, History, Unlimited } from './choice.ts'
import { chooseHistory, limitsOf } from './choose-history.ts'
import { type Drafted, draft } from './draft.ts'
import { changesBeside, roomBeside, roomInSteps, withBeside } from './placement.ts'
import { blocksOf, runWindow, type Windowed } from './run-window.ts'

/** The history, the request made of it, and what stands beside it. */
interface Settled {
  readonly history: History
  readonly drafted: Drafted
  readonly beside: PlacedSources
  readonly windowed: Windowed | null
}

/** What else a request is made with. */
interface Kit {
  readonly setup: Setup
  readonly recalled: Searches
  readonly folded: Readonly<Record<string, unknown>>
}

/** How much room is left for a history. */
type Left = typeof roomBeside

/** A history with as much beside it as there is room for, and what had to be left out of that. */
export function settleBeside(
  given: Unlimited,
  known: PlacedSources,
  kit: Kit,
): Settled & { readonly left: readonly string[] } {
  const all = { ...known, reserve: kit.recalled.reserve(given.room.tokens) }
  const limits = limitsOf({ ...given, beside: all })
  given.selection?.limitTo(limits)
  const choice: Choice = { ...given, limits }
  const told = (settled: Settled) => {
    const stays = new Set(settled.beside.pieces.map(({ origin }) => origin))
    const left = all.pieces.flatMap(({ origin }) => (stays.has(origin) ? [] : [origin]))
    return { ...settled, beside: { ...settled.beside, empty: known.empty }, left }
  }
  const settled = settleFound({ ...choice, beside: all }, kit, roomInSteps)
  if (settled.history.fits) return told(settled)
  // Where nothing fits, a history is the least that must be sent.
  const { count, sent } = settled.history
  const made = sent.reduce((sum, { messages }) => sum + messages.length, 0)
  const { tokens, messages } = choice.room
  const some = asMuchAs(all, { tokens: tokens - count.max, messages: messages - made })
  const less = settleFound({ ...choice, beside: some }, kit, roomBeside)
  return told(less.history.fits ? less : settleFound({ ...choice, beside: criticalOf(all) }, kit, roomBeside))
}

/** With what is found, once it is known what is shown otherwise. */
function settleFound(choice: Choice, kit: Kit, leftOf: Left): Settled {
  const { beside, earlier, session } = choice
  const { recalled } = kit
  const alone: Choice = {
    ...choice,
    beside: { ...beside, reserve: 0 },
    room: leftOf(choice.room, { ...beside, reserve: 0 }),
  }
  if (beside.reserve === 0) return settle(alone, kit)
  // Where all is shown there is nothing to find, and nothing to keep room for.
  const isMeant = (unit: number): boolean => !session.units.isUnseen(unit)
  if ((earlier?.start ?? 0) === 0 && !recalled.mayFindAny(session, isMeant)) {
    const history = chooseHistory(alone)
    const shown = new Set(history.sent.map(({ ordinal }) => ordinal))
    if (history.fits && !recalled.mayFindAny(session, unit => shown.has(unit)))
      return settle(alone, kit, history)
  }
  const room = leftOf(choice.room, beside)
  const history = chooseHistory({ ...choice, room })
  const found = history.fits ? recalled.find(choice, history, kit.setup) : null
  return settle({ ...choice, room, beside: found === null ? beside : together(beside, found) }, kit)
}

function settle(choice: Choice, kit: Kit, history: History = chooseHistory(choice)): Settled {
  const { bound, earlier, beside } = choice
  const settled = { history, beside, ...drafts(choice, history, kit) }
  const thinks = bound && history.sent.some(({ reasoning }) => reasoning > 0)
  const lost =
    thinks &&
    (losesReasoning(choice, history, settled.drafted.edits) ||
      changesBeside(choice, earlier) ||
      // A pass of the program may do anything to what thoughts were made behind.
      settled.windowed !== null ||
      (earlier !== null &&
        (changesTools(history, settled.drafted, earlier) ||
          changesSelection(choice.session, history, earlier))))
  if (!history.fits || !lost) return settled
  const without = withoutReasoning(choice, history)
  return { history: without, beside, ...drafts(choice, without, kit) }
}

/** The request, after the window passes of the program. */
function drafts(
  choice: Choice,
  history: History,
  { setup, folded }: Kit,
): Pick<Settled, 'drafted' | 'windowed'> {
  const { backEnd, session, room, beside } = choice
  const fragments = withBeside(choice, history.sent)
  const passes = setup.schedule.window
  if (passes.length === 0) return { drafted: draft(backEnd, history, fragments), windowed: null }
  const left = setup.limit === null ? null : Math.max(0, room.tokens - history.count.max)
  const chosen = blocksOf(fragments, session, history, beside)
  const windowed = withEdges(backEnd, fragments, runWindow(passes, chosen, setup, folded, left))
  return { drafted: draft(backEnd, history, windowed.fragments), windowed }
}

/** With what the ends need that the passes left. */
function withEdges(backEnd: BackEnd, before: readonly Fragment[], windowed: Windowed): Windowed {
  const edgesOf = (fragments: readonly Fragment[]): Count => {
    const shown = fragments.filter(({ messages }) => messages.length > 0)
    return backEnd.edges(shown[0], shown.at(-1))
  }
  const more = minus(edgesOf(windowed.fragments), edgesOf(before))
  return { ...windowed, count: plus(windowed.count, more) }
}
