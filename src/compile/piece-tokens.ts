import { eventOf } from './changing.ts'
import type { PrefixPiece } from './prefix.ts'
import type { Report } from './result.ts'

/**
 * The likely size of each piece of a request: a unit's is shared among its pieces by their length, and what was declared
 * among those of the declaration, else among those that stand before the history.
 */
export function pieceTokens(
  pieces: readonly PrefixPiece[],
  { units, ledger }: Pick<Report, 'units' | 'ledger'>,
): ReadonlyMap<PrefixPiece, number> {
  const unitOf = new Map<number, number>()
  for (const { unit } of units) for (const { seq } of unit.spans) unitOf.set(seq, unit.ordinal)
  const sizes = new Map<string, number>()
  const add = (key: string, tokens: number): void => void sizes.set(key, (sizes.get(key) ?? 0) + tokens)
  for (const { unit, tokens } of units) add(`unit:${unit.ordinal}`, tokens.estimate)
  const tools = new Set(pieces.map(({ origin }) => origin).filter(origin => origin.startsWith('d:tool:')))
  for (const { origin, tokens } of ledger.declarations) add(tools.has(origin) ? origin : 'head', tokens)
  const keyOf = ({ origin }: PrefixPiece): string => {
    const seq = eventOf(origin)
    if (seq >= 0) return `unit:${unitOf.get(seq)}`
    return sizes.has(origin) ? origin : origin === 'c:filler' || origin === 'c:join' ? origin : 'head'
  }
  const lengths = new Map<string, number>()
  for (const piece of pieces) lengths.set(keyOf(piece), (lengths.get(keyOf(piece)) ?? 0) + piece.text.length)
  return new Map(
    pieces.map(piece => {
      const key = keyOf(piece)
      return [piece, ((sizes.get(key) ?? 0) * piece.text.length) / (lengths.get(key) || 1)]
    }),
  )
}
