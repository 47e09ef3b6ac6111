import type { Compiled } from '../compile/result.ts'
import type { Told } from './told.ts'

/** Tokens per character at the most, where nothing was counted: disposable chunks are sized by their length. */
const rate = 0.5

/** What the tags and the message around a chunk take, in tokens. */
const around = 40

/**
 * The disposable chunks for which there is room beside everything else: those of the highest priority first, of these
 * the newest. None where something else had to go already.
 */
export function roomFor(told: readonly Told[], { ok, tokens, ledger }: Compiled): readonly Told[] {
  const isShort = !ok || ledger.rows.some(({ reason }) => reason === 'over-budget')
  if (isShort || tokens.limit === null) return []
  const disposable = told.filter(({ item }) => item.retention === 'DISPOSABLE').reverse()
  disposable.sort((left, right) => right.item.priority - left.item.priority)
  const fitting: Told[] = []
  let left = tokens.limit - tokens.max
  for (const entry of disposable) {
    left -= Math.ceil(JSON.stringify(entry.item.content).length * rate) + around
    if (left < 0) break
    fitting.push(entry)
  }
  return fitting
}
