import { readHandle } from '../../../ir/handle.ts'
import type { Part } from '../../../ir/part.ts'
import { assertSession } from '../../../session/assert-session.ts'
import type { Session } from '../../../session/session.ts'
import type { SessionView } from '../../../session/unit/session-view.ts'

/**
 * Content of a handle: a text, or a list of parts if the content is not a single text. If there is no content, the
 * reason why.
 */
export type Expanded =
  | { readonly ok: true; readonly text: string; readonly content?: undefined }
  | { readonly ok: true; readonly text?: undefined; readonly content: readonly Part[] }
  | { readonly ok: false; readonly message: string }

/**
 * Returns the content of a handle, exactly as the session has it. The handle `SEQ.PART` refers to a part of an event;
 * `SEQ.PART.INDEX` refers to one of several contents of a tool result. A text, or a result with a single text, is
 * returned as `text`. Data, files and results with several contents are returned as `content`.
 *
 * The session is the store, so content that was rewound, or that another agent's view hides, is available too. A model
 * calls `expandTool` instead, and your code calls the `expand` of a compiled result; both return only content that the
 * agent is shown. Reasoning, calls and provider-specific items are never compacted, so they have no handle.
 *
 * Never throws for a handle, because models write handles. Throws a TypeError if `session` is not a session.
 *
 * @example
 * import { createSession } from 'ctxc'
 * import { expand } from 'ctxc/context'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
 * console.log(expand(session, '0.0')) // { ok: true, text: 'Hello' }
 * console.log(expand(session, '7.0')) // { ok: false, message: 'no event 7 in this session; it has 1' }
 */
export function expand(session: Session, handle: string): Expanded {
  assertSession(session, 'expand')
  return contentAt(session, handle)
}

/** Returns the content of a handle. `session` may be any view of a session. */
export function contentAt(session: Pick<SessionView, 'length' | 'event'>, handle: string): Expanded {
  const place = readHandle(handle)
  if (place === null) return { ok: false, message: "a handle is SEQ.PART or SEQ.PART.INDEX, like '12.0'" }
  const { seq, part: at, index } = place
  if (seq >= session.length)
    return { ok: false, message: `no event ${seq} in this session; it has ${session.length}` }
  const part = session.event(seq).parts[at]
  if (part === undefined) return { ok: false, message: `event ${seq} has no part ${at}` }
  if (part.kind === 'tool-result') {
    const content = index === undefined ? part.content : part.content.slice(index, index + 1)
    return index !== undefined && content.length === 0
      ? { ok: false, message: `the result ${seq}.${at} has no content ${index}` }
      : expandedText(content)
  }
  if (index !== undefined) return { ok: false, message: `${seq}.${at} is no result with contents` }
  return isShown(part)
    ? expandedText([part])
    : { ok: false, message: `${seq}.${at} is nothing that is shown short` }
}

const isShown = ({ kind }: Part): boolean => kind === 'text' || kind === 'data' || kind === 'file'

function expandedText(content: readonly Part[]): Expanded {
  const [first] = content
  return content.length === 1 && first?.kind === 'text'
    ? { ok: true, text: first.text }
    : { ok: true, content }
}
