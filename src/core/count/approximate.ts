import { text as assertText } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { charClasses } from './char-class.ts'
import { pieceSize, wordSize } from './piece-size.ts'
import { o200kPieceEnd } from './pieces.ts'
import { stretchEnd } from './stretch.ts'
import { addBytes, emptyTally, type Tally, tokenKind, zeros } from './tally.ts'
import { createApproximate, type TokenCounter } from './tokenizer.ts'

const encoder = new TextEncoder()
/** Number of extra bytes in the buffer. A piece of text is read a few bytes past its end. */
const padding = 4

function tallyOf(text: string): Tally {
  assertText(text, Path.named('a text to count'))
  const classes = charClasses()
  const tally = emptyTally()
  const most = zeros()
  for (let from = 0; from < text.length; ) {
    const to = stretchEnd(text, from)
    const bytes = new Uint8Array((to - from) * 3 + padding)
    const end = encoder.encodeInto(text.slice(from, to), bytes).written
    for (let start = 0; start < end; ) {
      const next = o200kPieceEnd(bytes, start, end)
      const kind = tokenKind(bytes, start, next, true, classes)
      const size = kind === 'word' ? wordSize(bytes, start, next) : pieceSize(kind, bytes, start, next)
      tally.tokens[kind] += size.likely
      addBytes(tally, kind, bytes, start, next)
      most[kind] += size.most
      start = next
    }
    from = to
  }
  return { ...tally, most }
}

/**
 * Counts text approximately, without a vocabulary: a few kilobytes instead of the 1.4 MB of `ctxc/count/o200k`. Use it
 * as the option `count` of `compile` in a browser, an edge worker or a bundle with models that are not OpenAI's: counts
 * for those models are estimates anyway.
 *
 * Counts are never exact. `result.tokens.max` is meant as an upper bound for words of any language, names and code, and
 * is about a third higher than with the vocabulary. The bound is not proven: letters that form no words of any language
 * may need more.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { approximate } from 'ctxc/count/approximate'
 * import { fromAnthropic } from 'ctxc/from/anthropic'
 *
 * const conversation = fromAnthropic([{ role: 'user', content: 'What is the weather in Paris?' }])
 * const { tokens } = await compile(conversation, { model: 'claude-sonnet-5', count: approximate })
 * console.log(tokens.exact) // false
 */
export const approximate: TokenCounter = createApproximate(tallyOf)
