import { byPlace, Disjoint, type PlacedFind } from '../../text/overlaps.ts'
import { createDetectWalk, type WantedKinds } from '../detect/detector.ts'
import type { DetectWalk } from '../detect/walk.ts'
import type { FormName } from './form.ts'
import type { LiteralFind, LiteralIndex, LiteralSearch } from './literal-index.ts'

/** Kinds of values and literals that a stream finds. */
export interface StreamOptions extends WantedKinds {
  /** Known literals to find, fixed when the stream begins. */
  readonly literals?: LiteralIndex
}

/** Value that a stream found. */
export interface StreamFind {
  /** Kind of a value that a rule found; undefined for a known literal. */
  readonly kind?: string
  /** Known literal, if the value is one; otherwise undefined. */
  readonly literal?: string
  readonly form?: FormName
  /** Set if the value overlaps an earlier find. This find is then only the rest of the value after the earlier find. */
  readonly partial?: true
}

/** Piece of text that a stream releases: text without a find, or a single find. */
export interface StreamPiece {
  readonly text: string
  readonly found?: StreamFind
}

type Ranged = { readonly start: number; readonly end: number } & StreamFind

/** Number of released characters before the held-back text that are kept, because rules may read them. */
const context = 256
/** Share by which the text must grow before a rule that reached the end of the text is tried again. */
const growth = 1 / 8

/**
 * Stream that releases text as soon as the text cannot be part of a protected value any more, whatever follows. It
 * usually holds back the last word, and always less than 40,000 characters or the longest form of a literal, whichever
 * is more.
 */
export class DetectStream {
  private readonly walk: DetectWalk
  private readonly search: LiteralSearch | undefined
  private readonly disjoint = new Disjoint<Ranged>()
  private finds: Ranged[] = []
  /** Text that no rule has read yet. */
  private waiting = ''
  /** Length of the text at which a rule that reached the end of the text is tried again. */
  private retryAt = 0
  /** Indexes up to which literals were searched, and up to which text was released. */
  private searched = 0
  private released = 0

  constructor({ literals, ...wanted }: StreamOptions) {
    this.walk = createDetectWalk(wanted)
    this.walk.reader.final = false
    this.search = literals?.search()
  }

  /** Number of characters that are held back now. */
  get held(): number {
    return this.walk.reader.text.length + this.waiting.length - this.released
  }

  /** Number of steps of the walk so far. Tests use it to prove that the work is linear. */
  get steps(): number {
    return this.walk.reader.steps
  }

  /** Adds text, and returns the pieces that may be released. */
  push(chunk: string): StreamPiece[] {
    this.waiting += chunk
    if (this.waiting === '' || this.walk.reader.text.length + this.waiting.length < this.retryAt) return []
    return this.advance()
  }

  /** Ends the text, and returns the remaining pieces. */
  end(): StreamPiece[] {
    this.walk.reader.final = true
    return this.advance()
  }

  private advance(): StreamPiece[] {
    const { walk, search } = this
    walk.reader.append(this.waiting)
    this.waiting = ''
    const { text, final } = walk.reader
    const spans: Ranged[] = []
    walk.run(spans as { start: number; end: number; kind: string }[])
    const literals: LiteralFind[] = []
    search?.run(text, this.searched, text.length, literals)
    this.searched = text.length
    this.retryAt = text.length + Math.floor((text.length - walk.at) * growth)
    // At equal positions, a known literal comes before a rule's find, because the literal already has a placeholder.
    this.finds = [...this.finds, ...literals, ...spans].sort(byPlace)
    const settled = final ? text.length : Math.min(walk.settled, text.length - (search?.open ?? 0))
    const pieces = this.release(settled)
    this.dropSearchedText()
    return pieces
  }

  /** Returns the pieces before an index. No later find can begin before this index. */
  private release(settled: number): StreamPiece[] {
    const { text, final } = this.walk.reader
    const pieces: StreamPiece[] = []
    const count = this.finds.findIndex(({ start }) => start >= settled && !final)
    const decided = this.finds.splice(0, count < 0 ? this.finds.length : count)
    for (const find of decided) {
      const placed = this.disjoint.takeUncovered(find)
      if (placed === undefined) continue
      this.addPlainText(pieces, placed.start)
      pieces.push({ text: text.slice(placed.start, placed.end), found: streamFindOf(placed) })
      this.released = placed.end
    }
    const high = text.charCodeAt(settled - 1)
    const isSplit = !final && high >= 0xd800 && high < 0xdc00
    this.addPlainText(pieces, isSplit ? settled - 1 : settled)
    return pieces
  }

  /** Adds the text without finds up to an index. */
  private addPlainText(pieces: StreamPiece[], to: number): void {
    if (to <= this.released) return
    pieces.push({ text: this.walk.reader.text.slice(this.released, to) })
    this.released = to
  }

  /** Removes text that no rule will read again. */
  private dropSearchedText(): void {
    const count = Math.min(this.released, this.walk.at) - context
    if (count < context) return
    this.walk.drop(count)
    this.searched -= count
    this.released -= count
    this.retryAt -= count
    this.disjoint.covered -= count
    this.finds = this.finds.map(find => ({ ...find, start: find.start - count, end: find.end - count }))
  }
}

const streamFindOf = ({ kind, literal, form, partial }: PlacedFind<Ranged>): StreamFind => ({
  ...(kind !== undefined && { kind }),
  ...(literal !== undefined && { literal }),
  ...(form !== undefined && { form }),
  ...(partial && { partial }),
})

/** Finds literals and values of known formats in a complete text, and returns the whole text as pieces. */
export function findPieces(text: string, options: StreamOptions): StreamPiece[] {
  const stream = new DetectStream(options)
  return joinPlain([...stream.push(text), ...stream.end()])
}

/** Joins neighbouring pieces of text that contain no find. */
export function joinPlain(pieces: readonly StreamPiece[]): StreamPiece[] {
  const all: StreamPiece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (last && !last.found && !piece.found) all[all.length - 1] = { text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}
