/** Maximum length of a notification's text. Postgres refuses texts of 8,000 bytes. */
const longest = 7_900

/** Returns JSON text in ASCII, so that its length is its number of bytes. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Returns a batch as texts of notifications. Each begins with the sender, the number of the batch, its place in the
 * batch, and the number of texts.
 */
export function piecesOf(from: string, batch: number, value: unknown): readonly string[] {
  const text = asciiJson(value)
  const room = longest - `${from} ${batch} 9999 9999 `.length
  const count = Math.ceil(text.length / room)
  return Array.from(
    { length: count },
    (_, place) => `${from} ${batch} ${place} ${count} ${text.slice(place * room, (place + 1) * room)}`,
  )
}

/** Incomplete batch of a sender. */
interface Incomplete {
  readonly batch: string
  readonly texts: string[]
}

/** Text of a notification. */
interface Piece {
  readonly from: string
  /** Batch that the piece completes; undefined if more pieces are to come, or if one was lost. */
  readonly batch: unknown
}

/** Puts the batches of processes together. A batch with a lost piece is lost. */
export class PieceReader {
  private readonly incomplete = new Map<string, Incomplete>()

  /** Reads a piece. Returns null for a notification of another program. */
  read(piece: string): Piece | null {
    const [, from, batch, place, count, text] = form.exec(piece) ?? []
    if (from === undefined || batch === undefined || text === undefined) return null
    const known = place === '0' ? { batch, texts: [] } : this.incomplete.get(from)
    this.incomplete.delete(from)
    if (known?.batch !== batch || String(known.texts.length) !== place) return { from, batch: undefined }
    known.texts.push(text)
    if (String(known.texts.length) === count) return { from, batch: parsed(known.texts.join('')) }
    this.incomplete.set(from, known)
    return { from, batch: undefined }
  }
}

const form = /^([\w-]+) (\d+) (\d+) (\d+) (.*)$/s

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
