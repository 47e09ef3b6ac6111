import { contextDropped } from '../../core/diag/live.ts'
import type { LiveEvent } from './event.ts'
import { wantedSlots } from './wanted.ts'
import { type EngineWork, isCallSlot } from './work.ts'

/** Tolerance when token counts are compared, as a share of the count. */
const tolerance = 0.1

/** Slots whose texts are not sent again if the model drops them. */
const once: ReadonlySet<string> = new Set(['history', 'entry', 'interim'])

/**
 * Records the number of tokens in the model's context. If it is smaller than the number that the model received, the
 * model dropped its oldest content. Dropped context is then sent again. The setup is never dropped.
 */
export function recordTokens(
  work: EngineWork,
  { total, written = 0 }: Extract<LiveEvent, { readonly type: 'usage' }>,
): void {
  const { state, engine } = work
  if (!(total >= 0)) return
  const { total: before, setup, seen } = state.tokens
  if (before === null) {
    state.tokens = { total, setup: total, seen: total }
    return
  }
  // If the count does not grow, the model is at its limit and drops as many tokens as it gets.
  const now = { total, setup, seen: seen + (total > before ? total - before : written) }
  state.tokens = now
  // Server reports may count one text slightly differently.
  if (now.seen - total <= total * tolerance) return
  // The model dropped everything before this position, except the setup.
  const oldest = now.seen - total + setup
  const lasting = new Set(
    wantedSlots(engine, state).flatMap(({ id, kind, isDeveloper }) =>
      kind !== 'context' || (engine.profile.keepsDeveloper && isDeveloper) ? [id] : [],
    ),
  )
  const isSteering = (slot: string): boolean => !lasting.has(slot) && !once.has(slot) && !isCallSlot(slot)
  const gone = Object.entries(state.told).filter(([slot, { at }]) => at < oldest && isSteering(slot))
  if (gone.length === 0) return
  const slots = gone.map(([slot]) => slot)
  state.told = Object.fromEntries(Object.entries(state.told).filter(([slot]) => !slots.includes(slot)))
  const isToldAgain = new Set(wantedSlots(engine, state).map(({ id }) => id))
  const again = slots.filter(slot => isToldAgain.has(slot))
  if (again.length > 0) work.reportDiagnostic(contextDropped(again))
}
