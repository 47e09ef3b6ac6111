import { ForeignWords } from './foreign-words.ts'
import { changes, type TokenKind, tokenKinds, zeros } from './tally.ts'

/** Bytes of base64, base64url and hex. */
const sealed = new Uint8Array(256)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-')
  sealed[sign.charCodeAt(0)] = 1

/** Bytes from which a run without a break may be data: a key, a digest, base64, a long number. */
const shortest = 20

/** Bytes of a token below which a run is no words: names in code have more, base64 and hex fewer. */
const leastBytes = 2.5

/** Bytes of a token below which a word of several tokens is letters at random. */
const leastWordBytes = 2

/** Signs in a row, each another than the one before, that no code and no JSON has. */
const mostSigns = 8

/** Bytes of white space from which vocabularies differ. */
const longGap = 32

/**
 * Finder of ASCII text that is neither English nor code: base64, digests, keys, long numbers, letters at random, words
 * of other languages. It is given the pieces of a text in order, and adds the tokens of what it finds to a record by kind.
 */
export class NoiseFinder {
  private readonly run = zeros()
  private bytes = 0
  private tokens = 0
  private readonly found: Record<TokenKind, number>
  private readonly words: ForeignWords

  constructor(found: Record<TokenKind, number>) {
    this.found = found
    this.words = new ForeignWords(found)
  }

  add(kind: TokenKind, bytes: Uint8Array, start: number, end: number, tokens: number): void {
    if (!isSealed(bytes, start, end)) {
      this.close()
      if (isNoise(kind, bytes, start, end, tokens)) this.found[kind] += tokens
      else this.words.add(kind, bytes, start, end, tokens)
      return
    }
    this.run[kind] += tokens
    this.bytes += end - start
    this.tokens += tokens
  }

  /** Ends the text. */
  end(): void {
    this.close()
    this.words.close()
  }

  private close(): void {
    if (this.bytes === 0) return
    const isData = this.bytes < this.tokens * leastBytes || this.run.digit * 2 > this.tokens
    const isFound = this.bytes >= shortest && isData
    for (const kind of tokenKinds) {
      if (isFound) this.found[kind] += this.run[kind]
      this.run[kind] = 0
    }
    this.bytes = 0
    this.tokens = 0
  }
}

/** Whether a piece alone is noise: letters at random, a row of different signs, or a gap. */
function isNoise(kind: TokenKind, bytes: Uint8Array, start: number, end: number, tokens: number): boolean {
  if (kind === 'fragment') return end - start < tokens * leastWordBytes
  if (kind === 'symbol') return end - start >= mostSigns && changes(bytes, start, end) >= mostSigns
  return kind === 'space' && end - start >= longGap
}

function isSealed(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (sealed[bytes[at] as number] === 0) return false
  return true
}
