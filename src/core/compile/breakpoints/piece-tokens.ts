import { isStateValueOrigin, type Origin } from '../../ir/origin.ts'
import type { PrefixPiece, Report } from '../contract/result.ts'
import { originEvent } from './stable-until.ts'

/** Origin of the text about tools that an API adds. The request does not contain this text. */
const unwritten = 'd:tools'

const isTool = (origin: Origin): boolean => origin.startsWith('d:tool:') || origin === 'c:stub'

/** Origins of the text that the compiler writes in an instruction or among the tools. */
const own: ReadonlySet<Origin> = new Set(['c:identity', 'c:schema', 'c:transfer', 'c:stub', 'c:request'])

/** Whether the text of an origin is placed before the history. */
export const isPlacedBeforeHistory = (origin: Origin): boolean =>
  origin.startsWith('d:') || isStateValueOrigin(origin) || own.has(origin)

/**
 * Returns the estimated tokens of each piece of a request. The tokens of a conversation unit are divided among the
 * unit's pieces by length, and those of a declaration among the declaration's pieces. If a declaration has no pieces,
 * its tokens are divided among all pieces before the history.
 */
export function pieceTokens(
  pieces: readonly PrefixPiece[],
  { units, ledger, tokens: { input } }: Pick<Report, 'units' | 'ledger' | 'tokens'>,
): ReadonlyMap<PrefixPiece, number> {
  const unitOf = new Map<number, number>()
  for (const { unit } of units) for (const { seq } of unit.spans) unitOf.set(seq, unit.ordinal)
  const sizes = new Map<string, number>()
  const addTokens = (key: string, tokens: number): void => void sizes.set(key, (sizes.get(key) ?? 0) + tokens)
  for (const { unit, tokens } of units) addTokens(`unit:${unit.ordinal}`, tokens.estimate)
  const shown = new Set(pieces.map(({ origin }) => origin))
  for (const { origin, tokens } of ledger.declarations)
    addTokens(origin === unwritten || (isTool(origin) && shown.has(origin)) ? origin : 'head', tokens)
  // Tokens that belong to neither a unit nor a declaration are counted at the start and the end of the history.
  addTokens('c:filler', input - [...sizes.values()].reduce((sum, size) => sum + size, 0))
  const keys = new Map<PrefixPiece, string>()
  let unit = ''
  for (const piece of pieces) {
    const { origin } = piece
    const seq = originEvent(origin)
    if (seq >= 0) unit = `unit:${unitOf.get(seq)}`
    if (isPlacedBeforeHistory(origin)) keys.set(piece, sizes.has(origin) ? origin : 'head')
    // Text that the compiler adds between the words of a unit counts as part of the unit.
    else keys.set(piece, origin === 'c:filler' ? origin : unit)
  }
  const keyOf = (piece: PrefixPiece): string => keys.get(piece) ?? ''
  const lengths = new Map<string, number>()
  for (const piece of pieces) lengths.set(keyOf(piece), (lengths.get(keyOf(piece)) ?? 0) + piece.text.length)
  return new Map(
    pieces.map(piece => {
      const key = keyOf(piece)
      return [piece, ((sizes.get(key) ?? 0) * piece.text.length) / (lengths.get(key) || 1)]
    }),
  )
}
