import { cjk } from './cjk.ts'
import { code } from './code.ts'
import { createFresh, type Fresh } from './fresh.ts'
import { json } from './json.ts'
import { prose } from './prose.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** A kind of text, and what a round takes of it. */
export interface Corpus {
  readonly name: string
  readonly fresh: Fresh
  /** Bytes of a chunk. */
  readonly chunk: number
  /** Chunks a round. */
  readonly chunks: number
  /** Bytes a round that become strings of 50 characters. */
  readonly short: number
  /** Bytes a round that become one string. */
  readonly long: number
}

/** Enough of each kind for so many rounds of unseen text; where there is little, a round is smaller. */
export function corporaFor(rounds: number): Corpus[] {
  const corpus = (name: string, fresh: Fresh, chunk: number, short: number, long: number): Corpus => {
    const chunks = Math.floor((fresh.left() / rounds - short - long) / chunk)
    return { name, fresh, chunk, chunks: Math.max(1, Math.min(16, chunks)), short, long }
  }
  const enough = rounds * 1.6 * megabyte + 2 * megabyte
  return [
    corpus('prose', createFresh(prose()), 32 * kilobyte, 100 * kilobyte, 0),
    corpus('code', createFresh(code(enough)), 32 * kilobyte, 0, megabyte),
    corpus('JSON', createFresh(json(enough)), 32 * kilobyte, 0, megabyte),
    corpus('CJK', createFresh(cjk(), '\n'), 8 * kilobyte, 0, 0),
  ]
}
