import { pieceTokens } from '../compile/breakpoints/piece-tokens.ts'
import { assertResult } from '../compile/contract/assert-result.ts'
import type { Compiled, KeptPrefix, PrefixPiece, Report } from '../compile/contract/result.ts'
import type { Decision } from '../ir/plan.ts'

/** Place at which two requests diverge. */
export interface Parting {
  /** Number of equal pieces of the two requests before the difference. */
  readonly piece: number
  /** Number of equal UTF-8 bytes of the prefix before the first difference. */
  readonly byte: number
  /** JSON pointer of the differing piece in the earlier request. */
  readonly pointer: string
  /** Origin of the differing piece in the earlier request: `d:PATH` of a declaration, `e:SEQ.PART` of an event. */
  readonly origin: string
  /** Text around the first difference, in the earlier and in the later request; empty at the end of a request. */
  readonly earlier: string
  readonly later: string
  /** Origin of the piece at this place in the later request; null if that request ends there. */
  readonly laterOrigin: string | null
}

/** Difference between the beginnings of two requests. Sizes are in tokens. */
export interface Difference {
  /**
   * Whether both results have a request. A result without a request counts as empty; if the earlier one is empty,
   * `parting` is null.
   */
  readonly compared: boolean
  /** Place of the difference; null if the later request begins with the whole earlier prefix. */
  readonly parting: Parting | null
  /** Estimated size of the shared prefix. */
  readonly shared: number
  /** Estimated size of the rest of the earlier prefix, which begins at the difference. */
  readonly lost: number
  /** Tokens of the earlier request that are in the cache but that the later request does not read; null if unknown. */
  readonly unread: number | null
  /** Reason why the cache contains nothing of the earlier request. Then a difference costs nothing. Null otherwise. */
  readonly why: string | null
  /**
   * Extra cost, in USD, of processing `unread` tokens again instead of reading them from the cache; if `unread` is not
   * known, of processing `lost` tokens again. Null if a price is unknown.
   */
  readonly price: number | null
  /** Decisions of the later compile that its earlier plan did not contain. */
  readonly decisions: readonly Decision[]
}

/**
 * Compares the prefixes of two requests as a provider's cache does. The result names the first byte that differs, the
 * declaration or event at that place, the size of the prefix that is no longer shared, and its cost. A result without a
 * request has an empty prefix.
 *
 * @example
 * import { compile, createSession } from 'ctxc'
 * import { diff } from 'ctxc/explain'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * const one = await compile({ agent: { name: 'a', staticInstruction: 'Be brief.' }, session }, { model: 'gpt-5.4' })
 * const two = await compile({ agent: { name: 'a', staticInstruction: 'Be kind.' }, session }, { model: 'gpt-5.4' })
 * console.log(diff(one, two).parting?.origin) // d:instruction
 */
export function diff(earlier: Report, later: Report): Difference {
  for (const report of [earlier, later]) assertResult(report, ['prefix', 'cache'], 'diff')
  const [before, after] = [earlier.prefix, later.prefix]
  let same = 0
  while (same < before.length && before[same]?.text === after[same]?.text) same++
  const tokens = pieceTokens(before, earlier)
  const sumTokens = (pieces: readonly PrefixPiece[]): number =>
    Math.round(pieces.reduce((total, piece) => total + (tokens.get(piece) ?? 0), 0))
  const parted = before[same]
  const lost = sumTokens(before.slice(same))
  const kept = earlier.cache.kept()
  const unread = parted === undefined ? 0 : unreadTokens(kept, earlier, later)
  return {
    compared: hasRequest(earlier) && hasRequest(later),
    parting: parted === undefined ? null : describeParting(before, after, same, parted),
    shared: sumTokens(before.slice(0, same)),
    lost,
    unread,
    why: kept.tokens === 0 && hasRequest(earlier) ? kept.why : null,
    price: priceOf(later.model === earlier.model ? later : earlier, unread ?? lost),
    decisions: decisionsOf(later),
  }
}

const hasRequest = (report: Report & { readonly ok?: boolean }): boolean => report.ok !== false

/** Returns the cached tokens of an earlier request that a later request does not read. */
function unreadTokens({ tokens }: KeptPrefix, earlier: Report, later: Report): number | null {
  if (tokens === null) return null
  // The report is in fact a compile result, so it has a request.
  return Math.max(0, tokens - later.cache.against(earlier as Compiled).read)
}

function describeParting(
  before: readonly PrefixPiece[],
  after: readonly PrefixPiece[],
  same: number,
  parted: PrefixPiece,
): Parting {
  const other = after[same]
  const at = firstDifference(parted.text, other?.text ?? '')
  const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length
  const shared = before.slice(0, same).reduce((sum, { text }) => sum + utf8Bytes(text), 0)
  return {
    piece: same,
    byte: shared + utf8Bytes(parted.text.slice(0, at)),
    pointer: parted.pointer,
    origin: parted.origin,
    earlier: textAround(parted.text, at),
    later: textAround(other?.text ?? '', at),
    laterOrigin: other?.origin ?? null,
  }
}

function firstDifference(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  // A surrogate pair is one character, so the difference begins at its first half.
  return at > 0 && /[\ud800-\udbff]/.test(left[at - 1] as string) ? at - 1 : at
}

/** Returns the text around an index. */
const textAround = (text: string, at: number): string =>
  text.slice(Math.max(0, at - 24), at + 48).toWellFormed()

/**
 * Returns the extra cost of processing tokens again instead of reading them from the cache, at the prices of a request.
 */
function priceOf({ cache: { prices } }: Report, tokens: number): number | null {
  if (tokens === 0) return 0
  if (prices === null || prices.cacheRead === null) return null
  return (tokens * (prices.cacheWrite - prices.cacheRead)) / 1e6
}

const decisionsOf = ({ diagnostics }: Report): readonly Decision[] =>
  (diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions as readonly Decision[] | undefined) ?? []
