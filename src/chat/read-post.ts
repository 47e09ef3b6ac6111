import { fromAISDK } from '../from/ai-sdk.ts'
import { list, object, string } from '../from/read.ts'
import type { Part } from '../ir/part.ts'

/** A person's decision on a call. */
export interface PostedDecision {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly approved: boolean
  readonly why?: string
}

/** Request of a page. */
export type Post =
  | { readonly kind: 'message'; readonly parts: readonly Part[]; readonly messageId: string | undefined }
  | { readonly kind: 'decisions'; readonly decisions: readonly PostedDecision[] }
  /** The last answer is to be made again. */
  | { readonly kind: 'again' }
  | { readonly kind: 'refused'; readonly why: string }

/** Kinds of parts that a user's message may have. */
const allowed: ReadonlySet<string> = new Set(['text', 'file', 'data'])

/**
 * Reads what the AI SDK's `useChat` posts. Of the posted messages, only the last one is read: a new message of the user, or
 * decisions on calls. The rest of the history is the client's copy, and the log is the server's.
 */
export function readPost(body: unknown): Post {
  const { messages, trigger } = object(body)
  if (trigger === 'regenerate-message') return { kind: 'again' }
  const last = object(list(messages).at(-1))
  if (last.role === 'assistant') return { kind: 'decisions', decisions: decisionsIn(list(last.parts)) }
  if (last.role !== 'user') return { kind: 'refused', why: 'the last message must be a message of the user' }
  if (!list(last.parts).every(isReadable))
    return { kind: 'refused', why: 'a part of the message is no text, file or data' }
  const { session } = fromAISDK([last] as never, { untrusted: true })
  const parts = session.length === 0 ? [] : session.event(0).parts.filter(({ kind }) => allowed.has(kind))
  const isEmpty = parts.every(part => part.kind === 'text' && part.text === '')
  if (isEmpty) return { kind: 'refused', why: 'the message is empty' }
  return { kind: 'message', parts, messageId: string(last.id) || undefined }
}

/** Whether a part is one that a page may post: an object with a type, and with an address if it is a file. */
function isReadable(part: unknown): boolean {
  const { type, url } = object(part)
  if (typeof type !== 'string') return false
  return type !== 'file' || (typeof url === 'string' && /^(https?:\/\/|data:[^,]*,)/i.test(url))
}

const decisionsIn = (parts: readonly unknown[]): readonly PostedDecision[] =>
  parts.map(object).flatMap(({ state, approval }) => {
    const { id, approved, reason } = object(approval)
    if (state !== 'approval-responded' || typeof id !== 'string' || typeof approved !== 'boolean') return []
    return [{ call: id, approved, ...(typeof reason === 'string' && reason !== '' && { why: reason }) }]
  })
