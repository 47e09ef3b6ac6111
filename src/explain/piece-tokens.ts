import type { PrefixPiece } from '../compile/prefix.ts'
import type { Report } from '../compile/result.ts'
import { seqOf } from './places.ts'

/** The likely size of each piece of a prefix: a unit's is shared among its pieces by their length. */
export function pieceTokens({ prefix, units, ledger }: Report): ReadonlyMap<PrefixPiece, number> {
  const unitOf = new Map<number, number>()
  for (const { unit } of units) for (const { seq } of unit.spans) unitOf.set(seq, unit.ordinal)
  const sizes = new Map<string, number>(ledger.declarations.map(({ origin, tokens }) => [origin, tokens]))
  for (const { unit, tokens } of units) sizes.set(`unit:${unit.ordinal}`, tokens.estimate)
  const keyOf = ({ origin }: PrefixPiece): string => {
    const seq = seqOf(origin)
    return seq === null ? origin : `unit:${unitOf.get(seq)}`
  }
  const lengths = new Map<string, number>()
  for (const piece of prefix) lengths.set(keyOf(piece), (lengths.get(keyOf(piece)) ?? 0) + piece.text.length)
  return new Map(
    prefix.map(piece => {
      const key = keyOf(piece)
      return [piece, ((sizes.get(key) ?? 0) * piece.text.length) / (lengths.get(key) || 1)]
    }),
  )
}
