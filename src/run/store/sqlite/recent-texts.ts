import { differenceOf } from './difference.ts'

/** Number of events in a block of storage: at least the first event of each block is stored whole. */
export const blockLength = 64

/** Number of texts from which the base of a difference is chosen. */
const mostTexts = 8

/** Number of sessions whose last texts are kept in memory. */
const mostSessions = 128

/** Text of an event, and its position in the session. */
interface PlacedText {
  readonly seq: number
  readonly text: string
}

/** Last texts of a session's last block, possible bases for the next appended events. */
export interface Recent {
  /** Number of events of the session. */
  readonly revision: number
  readonly texts: readonly PlacedText[]
}

/** Stored form of a text: whole, or as the difference from the event `base` positions earlier. */
export interface StoredText {
  readonly base: number | null
  readonly body: string
}

/** Returns the stored form of a text, and the recent texts including it. */
export function storeAfter(
  { revision, texts }: Recent,
  text: string,
): { readonly row: StoredText; readonly recent: Recent } {
  const others = revision % blockLength === 0 ? [] : texts
  const base = mostSimilarText(others, text)
  const difference = base === null ? null : differenceOf(base.text, text)
  const row =
    base === null || difference === null
      ? { base: null, body: text }
      : { base: revision - base.seq, body: difference }
  const recent = { revision: revision + 1, texts: [...others.slice(1 - mostTexts), { seq: revision, text }] }
  return { row, recent }
}

/** Returns the text with the longest beginning in common with another text; of equals, the later one. */
function mostSimilarText(texts: readonly PlacedText[], text: string): PlacedText | null {
  let best: PlacedText | null = null
  let most = -1
  for (const each of texts) {
    const length = beginningLength(each.text, text)
    if (length >= most) [best, most] = [each, length]
  }
  return best
}

/** Number of characters of a beginning that are compared. */
const mostBeginning = 256

function beginningLength(left: string, right: string): number {
  let length = 0
  while (
    length < mostBeginning &&
    length < left.length &&
    left.charCodeAt(length) === right.charCodeAt(length)
  )
    length++
  return length
}

/** Last texts of the sessions with the newest appends. */
export class RecentTexts {
  private readonly sessions = new Map<number, Recent>()

  /** Returns the last texts of a session; undefined if they are unknown, or another process has appended since. */
  find(session: number, revision: number): Recent | undefined {
    const recent = this.sessions.get(session)
    return recent?.revision === revision ? recent : undefined
  }

  /** Keeps the last texts of a session. They must be committed. */
  keep(session: number, recent: Recent): void {
    this.sessions.delete(session)
    this.sessions.set(session, recent)
    const [oldest] = this.sessions.keys()
    if (this.sessions.size > mostSessions && oldest !== undefined) this.sessions.delete(oldest)
  }
}
