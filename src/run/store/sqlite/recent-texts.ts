import { makeDifference } from './difference.ts'

/** Number of events in a block of storage. At least the first event of each block is stored as its whole text. */
export const blockLength = 64

/** Number of recent texts among which the base of a difference is chosen. */
const mostTexts = 8

/** Number of sessions whose last texts are kept in memory. */
const mostSessions = 128

/** Text of an event, and its position in the session. */
interface PlacedText {
  readonly seq: number
  readonly text: string
}

/** Last texts in a session's current block. The next appended events are compared with them. */
export interface Recent {
  /** Number of events that the session has. */
  readonly revision: number
  readonly texts: readonly PlacedText[]
}

/** Stored form of a text: the whole text, or the difference from the event that comes `base` positions earlier. */
export interface StoredText {
  readonly base: number | null
  readonly body: string
}

/** Returns the stored form of a new text, and the recent texts with the new text added. */
export function encodeNextText(
  { revision, texts }: Recent,
  text: string,
): { readonly row: StoredText; readonly recent: Recent } {
  const others = revision % blockLength === 0 ? [] : texts
  const base = mostSimilarText(others, text)
  const difference = base === null ? null : makeDifference(base.text, text)
  const row =
    base === null || difference === null
      ? { base: null, body: text }
      : { base: revision - base.seq, body: difference }
  const recent = { revision: revision + 1, texts: [...others.slice(1 - mostTexts), { seq: revision, text }] }
  return { row, recent }
}

/** Returns the text that shares the longest beginning with another text. Of equals, returns the later one. */
function mostSimilarText(texts: readonly PlacedText[], text: string): PlacedText | null {
  let best: PlacedText | null = null
  let most = -1
  for (const each of texts) {
    const length = commonPrefixLength(each.text, text)
    if (length >= most) [best, most] = [each, length]
  }
  return best
}

/** Maximum number of characters of the beginnings that are compared. */
const mostBeginning = 256

function commonPrefixLength(left: string, right: string): number {
  let length = 0
  while (
    length < mostBeginning &&
    length < left.length &&
    left.charCodeAt(length) === right.charCodeAt(length)
  )
    length++
  return length
}

/**
 * Cache of the stored texts of each session's last events, against which the next event is compared. It holds the
 * sessions that were appended to most recently.
 */
export class RecentTexts {
  private readonly sessions = new Map<number, Recent>()

  /** Returns the last texts of a session; undefined if they are not in memory, or if another process appended later. */
  find(session: number, revision: number): Recent | undefined {
    const recent = this.sessions.get(session)
    return recent?.revision === revision ? recent : undefined
  }

  /** Keeps the last texts of a session in memory. Call it only after their commit. */
  keep(session: number, recent: Recent): void {
    this.sessions.delete(session)
    this.sessions.set(session, recent)
    const [oldest] = this.sessions.keys()
    if (this.sessions.size > mostSessions && oldest !== undefined) this.sessions.delete(oldest)
  }
}
