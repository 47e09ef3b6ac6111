import { rank } from './outline.ts'
import type { TextPieces } from './pieces.ts'

/** Ranks sentences: headings, then the first sentence of each paragraph, then all other sentences in text order. */
export function rankProse(sentences: TextPieces): Uint8Array {
  const { text } = sentences
  const ranks = new Uint8Array(sentences.length).fill(rank.dull)
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const from = sentences.from(sentence)
    const before = sentence === 0 ? 0 : sentences.to(sentence - 1)
    const breaks = text.slice(before, from).split('\n').length - 1
    const start = sentences.start(sentence, 80)
    if (sentence === 0) ranks[sentence] = rank.must
    else if (breaks > 0 && isHeading(start)) ranks[sentence] = rank.high
    else if (breaks > 1) ranks[sentence] = rank.middle
    else if (breaks === 1) ranks[sentence] = rank.low
  }
  if (ranks[sentences.length - 1] === rank.dull) ranks[sentences.length - 1] = rank.low
  return ranks
}

const isHeading = (start: string): boolean =>
  /^(?:#{1,6} |[A-Z0-9][^.!?]{2,60}:?$|\*\*[^*]+\*\*:?$)/.test(start)
