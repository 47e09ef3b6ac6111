import { check, isText, oneOf } from '../../form/check.ts'
import { type OptionsForm, readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { protections } from '../../form/quantities.ts'
import { branchConversation } from '../../ir/call-branch.ts'
import { roleOfAuthor } from '../../ir/event.ts'
import type { Protection } from '../../ir/protection.ts'
import { redact } from '../../protect/redact.ts'
import type { Session } from '../../session/session.ts'
import { digest } from '../../text/digest.ts'
import { isWithheld, protectedSession, sharedText } from '../shared.ts'
import type { Memory } from './memory-store.ts'

/** Returns the protections that apply if none are given: secrets are replaced. */
export const usualProtections = (): readonly Protection[] => [redact()]

/** Options of `memoriesOf`. */
export interface MemoriesOptions {
  /** Id of the session, for a session without its own id, such as an imported conversation; use the id of your chat. */
  readonly session?: string
  /** Position of the first event to include; 0 by default. */
  readonly from?: number
  /**
   * Second part of each id: the position of the event (`place`, the default), or a digest of its author and text
   * (`content`). Use `content` for a list of messages whose beginning is dropped, because positions then shift, and a
   * message would replace another.
   */
  readonly ids?: 'place' | 'content'
  /**
   * Protections that are applied to the texts; by default, secrets are replaced. With an empty list, the texts are
   * unchanged.
   */
  readonly protect?: readonly Protection[]
}

const form: OptionsForm<MemoriesOptions> = {
  takes: {
    session: check('the id of a session', isText),
    from: check('the place of an event', Number.isSafeInteger),
    ids: oneOf(['place', 'content']),
    protect: protections,
  },
}

/**
 * Returns the messages of a session's users and agents as memories, for `add` of a memory store: one per message, with
 * the id `SESSION/SEQ`, or `SESSION/DIGEST`. Calls, results, reasoning and rewound messages are not included. Values
 * that no model may see are replaced with `[secret:KIND]`. Throws a TypeError for a session without an id, because its
 * memories would replace those of another such session.
 *
 * @example
 * import { createSession } from 'ctxc'
 * import { memoriesOf, processMemories } from 'ctxc/remember'
 *
 * const session = createSession({ id: 's1', events: [{ author: 'user', text: 'I like night trains.' }] })
 * await processMemories().add({ app: 'trips', user: 'anna' }, memoriesOf(session))
 */
export function memoriesOf(session: Session, options: MemoriesOptions = {}): readonly Memory[] {
  const {
    from = 0,
    ids = 'place',
    protect = usualProtections(),
    session: id = session.id,
  } = readOptions(form, options, 'memoriesOf')
  if (typeof id !== 'string' || id === '')
    throw Path.named('memoriesOf').wrong('must be given a session with an id', {
      help: "pass the id of your chat, memoriesOf(session, { session: 'chat-1' }), or give it to createSession or the importer",
    })
  const safe = protectedSession(session, protect)
  const { rows } = session.units
  const memories: Memory[] = []
  for (let unit = rows.firstFrom(from); unit < rows.length; unit++) {
    // An agent that works as a tool has its messages on a separate branch; they are addressed to another agent.
    const isApart = branchConversation(rows.branchOf(unit)) !== ''
    if (rows.isRewound(unit) || rows.ownKindOf(unit) === 'summary' || isApart) continue
    const seqs = [...new Set(rows.spansOf(unit).map(span => rows.spans.seqOf(span)))]
    for (const seq of seqs) {
      const event = safe.event(seq)
      const role = roleOfAuthor(event.author)
      const text = sharedText(event)
      const isNoAnswer =
        session.units.runMarks.refused.has(seq) || event.actions?.run?.answered?.partial === true
      const isShown = text.trim() !== '' && !isWithheld(text)
      if (isNoAnswer || seq < from || (role !== 'user' && role !== 'model') || !isShown) continue
      const { author, time } = event
      memories.push({
        id: `${id}/${ids === 'place' ? seq : digest(JSON.stringify([author, text.trim()]))}`,
        text,
        author,
        session: id,
        ...(time !== undefined && { time }),
      })
    }
  }
  return memories
}
