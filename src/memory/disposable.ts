import type { Compiled } from '../compile/result.ts'
import type { Told } from './told.ts'

/** What the message around a chunk may take, in tokens. */
const around = 8

/**
 * Those of some disposable chunks for which there is room beside everything else: those of the highest priority first, of these
 * the newest. None where something else had to go already. `sizeOf` is in tokens.
 */
export function roomFor(
  disposable: readonly Told[],
  { ok, tokens, ledger }: Compiled,
  sizeOf: (told: Told) => number,
): readonly Told[] {
  const isShort = !ok || ledger.rows.some(({ reason }) => reason === 'over-budget')
  if (isShort || tokens.limit === null) return []
  const wanted = [...disposable].reverse()
  wanted.sort((left, right) => right.item.priority - left.item.priority)
  const fitting: Told[] = []
  let left = tokens.limit - tokens.max
  for (const entry of wanted) {
    left -= sizeOf(entry) + around
    if (left < 0) break
    fitting.push(entry)
  }
  return fitting
}
