import type { SourceMap } from '../../map/source-map.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Piece } from '../../target/target.ts'
import { digest } from '../../text/digest.ts'
import { prefixOf, wholeStream } from '../breakpoints/prefix.ts'
import type { History } from '../fit/choice.ts'
import type { Earlier } from '../fit/earlier.ts'

/** Prefix of a request after its window passes, for comparison with the previous request. */
export interface PassMark {
  /** Number of pieces that later requests share, and a digest of these pieces. */
  readonly hash: string
  /** Whether the request begins differently from the previous request. */
  readonly moved: boolean
}

/**
 * Returns a digest of a request's prefix. A window pass may change any content, so the stable part can only be found by
 * reading the request.
 */
export function digestPassedPrefix(
  pieces: readonly Piece[],
  map: SourceMap,
  { session, history, earlier }: { session: SessionView; history: History; earlier: Earlier | null },
): PassMark {
  const textsOf = (stream: readonly { readonly text: string }[], most: number): string => {
    const texts = stream.slice(0, most).map(({ text }) => text)
    return `${texts.length} ${digest(texts.join('\0')).slice(0, 12)}`
  }
  const prefix = prefixOf(pieces, map, session, history)
  const known = earlier?.decisions.find(({ kind }) => kind === 'passes')?.hash
  const again = known === undefined ? known : textsOf(wholeStream(pieces, map), Number.parseInt(known, 10))
  return { hash: textsOf(prefix, prefix.length), moved: known !== again }
}
