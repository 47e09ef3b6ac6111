import { ForeignWords } from './foreign-words.ts'
import { countByteRuns, type TokenKind, tokenKinds, zeros } from './tally.ts'

/** Table of the bytes that occur in base64, base64url and hex. */
const sealed = new Uint8Array(256)
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-')
  sealed[sign.charCodeAt(0)] = 1

/** Minimum length in bytes of an unbroken run that may be data: a key, a digest, base64, a long number. */
const shortest = 20

/**
 * Minimum number of bytes per token in a run of words. Names in code have more bytes per token; base64 and hex have
 * fewer.
 */
const leastBytes = 2.5

/** Minimum number of bytes per token in a word of several tokens; with fewer, the word is random letters. */
const leastWordBytes = 2

/** Minimum length of a row of different signs that counts as noise; rows in code and JSON are shorter. */
const mostSigns = 8

/** Minimum number of bytes of white space for which the token counts of vocabularies differ. */
const longGap = 32

/**
 * Finder of ASCII text that is neither English nor code: base64, digests, keys, long numbers, random letters, words of
 * other languages. It gets the pieces of a text in order, and adds the tokens of such text to a record by kind.
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
    if (!isBase64Bytes(bytes, start, end)) {
      this.closeRun()
      if (isNoise(kind, bytes, start, end, tokens)) this.found[kind] += tokens
      else this.words.addWordPiece(kind, bytes, start, end, tokens)
      return
    }
    this.run[kind] += tokens
    this.bytes += end - start
    this.tokens += tokens
  }

  /** Ends the text. The run and the row of words at the end of the text are counted. */
  endText(): void {
    this.closeRun()
    this.words.endRow()
  }

  private closeRun(): void {
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

/** Whether a single piece is noise: random letters, a row of different signs, or a long gap. */
function isNoise(kind: TokenKind, bytes: Uint8Array, start: number, end: number, tokens: number): boolean {
  if (kind === 'fragment') return end - start < tokens * leastWordBytes
  if (kind === 'symbol') return end - start >= mostSigns && countByteRuns(bytes, start, end) >= mostSigns
  return kind === 'space' && end - start >= longGap
}

function isBase64Bytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (sealed[bytes[at] as number] === 0) return false
  return true
}
