import { contentJson } from '../session/content-json.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'

/** Digests that identify the first events of a session, up to one event. */
export interface EventDigest {
  /** Digest of all content, except the names of the models that wrote the answers. It is unique to this content. */
  readonly content: string
  /**
   * Digest of the names of the models that wrote the answers. It is separate, because an importer may name the model of
   * the current call.
   */
  readonly makers: string
  /** Digest of the ids of server items. It is separate, because a framework may drop these ids between two calls. */
  readonly ids: string
}

/**
 * Returns one digest for each event of a session, computed from that event and all events before it. Stops at the first
 * event that cannot be digested.
 */
export function digestSessionBeginnings(session: Session): EventDigest[] {
  const marks: EventDigest[] = []
  let content = ''
  let makers = ''
  let ids = ''
  for (let seq = 0; seq < session.length; seq++) {
    const made: unknown[] = []
    const named: unknown[] = []
    // The digest ignores the event's id, because a framework may give its messages new ids for each call.
    const { id: _, ...event } = session.event(seq)
    const words = contentJson(event, made, named)
    if (words === null) break
    content = digest(`${content}${words}`)
    if (made.length > 0) makers = digest(`${makers}${seq} ${JSON.stringify(made)}`)
    if (named.length > 0) ids = digest(`${ids}${seq} ${JSON.stringify(named)}`)
    marks.push({ content, makers, ids })
  }
  return marks
}
