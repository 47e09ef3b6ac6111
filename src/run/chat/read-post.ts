import { listOr, objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import { isObject, type JsonObject, type JsonValue } from '../../core/ir/json.ts'
import type { Part } from '../../core/ir/part.ts'
import { fromAISDK } from '../../core/vendor/ai-sdk/read/ai-sdk.ts'

/** A person's decision on a call. */
export interface PostedDecision {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly approved: boolean
  readonly why?: string
  /** Arguments with which an approved call runs, as the page shows them. */
  readonly edited?: JsonObject
}

/** The outcome of a call, as a page gives it: an answer, or the reason why there is none. */
export type PostedOutcome = { readonly call: string } & (
  | { readonly answer: JsonValue }
  | { readonly why: string }
)

/** A message of the user. */
export interface PostedMessage {
  readonly parts: readonly Part[]
  readonly messageId: string | undefined
  /** Whether this message is an edit: it replaces the earlier message with the same id, and everything after that. */
  readonly isEdit: boolean
  /** Revision of the version of the chat that the page shows; undefined for the current one. */
  readonly version: number | undefined
}

/** Request to generate an answer again. The page may name the user's message to answer. */
export interface AskedAgain {
  /** Id of the user's message; undefined if the page names none. */
  readonly message: string | undefined
  readonly parts: readonly Part[]
  /** Id of the message on the page that the new answer replaces: the user's message, or the previous answer. */
  readonly meant: string | undefined
  /** Revision of the version of the chat that the page shows; undefined for the current one. */
  readonly version: number | undefined
}

/** Request of a page. */
export type Post =
  | ({ readonly kind: 'message' } & PostedMessage)
  | {
      readonly kind: 'decisions'
      readonly decisions: readonly PostedDecision[]
      /** Outcomes of all calls in the message, of which only those that wait for an answer count. */
      readonly outcomes: readonly PostedOutcome[]
    }
  | ({ readonly kind: 'again' } & AskedAgain)
  | { readonly kind: 'refused'; readonly why: string; readonly status: 400 | 413 }

/** Kinds of parts that a user's message may have. */
const allowed: ReadonlySet<string> = new Set(['text', 'file', 'data'])

/**
 * Reads the body that the AI SDK's `useChat` posts. Reads one message only: the one that `messageId` names, or else the
 * last. This is a new or an edited message of the user, or contains decisions on calls and answers to them. Ignores all
 * other messages, because they are the client's copy of the history. Reads at most `most` parts or decisions.
 */
export function readPost(body: unknown, most: number): Post {
  const { messages, trigger, messageId, arguments: edits, version: given } = objectOr(body)
  const posted = listOr(messages).map(objectOr)
  const named = stringOr(messageId) || undefined
  const last = posted.at(-1)
  const version = readVersion(given)
  if (version === null) return refusedPost('the version must be a revision of the chat')
  if (trigger === 'regenerate-message')
    return {
      kind: 'again',
      ...(last?.role === 'user'
        ? { message: stringOr(last.id) || undefined, parts: readablePartsOf(last) }
        : { message: undefined, parts: [] }),
      ...{ meant: named, version },
    }
  const meant = (named === undefined ? undefined : posted.findLast(({ id }) => id === named)) ?? last ?? {}
  if (meant.role === 'assistant') {
    const given = listOr(meant.parts)
    const decisions = readDecisions(given, objectOr(edits))
    return decisions.length > most
      ? refusedPost(`the message has more than ${most} decisions`, 413)
      : { kind: 'decisions', decisions, outcomes: readOutcomes(given) }
  }
  if (meant.role !== 'user') return refusedPost('the last message must be a message of the user')
  const own = listOr(meant.parts)
  if (own.length > most) return refusedPost(`the message has more than ${most} parts`, 413)
  if (!own.every(isReadablePart)) return refusedPost('a part of the message is no text, file or data')
  const parts = readablePartsOf(meant)
  const isEmpty = parts.every(part => part.kind === 'text' && part.text === '')
  if (isEmpty) return refusedPost('the message is empty')
  const id = stringOr(meant.id) || undefined
  return { kind: 'message', parts, messageId: id, isEdit: id !== undefined && id === named, version }
}

/** Returns a posted version; undefined for none, and null for a value that is no revision. */
export function readVersion(given: unknown): number | undefined | null {
  if (given === undefined || given === null) return undefined
  return Number.isSafeInteger(given) && (given as number) > 0 ? (given as number) : null
}

/** Returns the readable parts of a user's message. */
function readablePartsOf(message: Raw): readonly Part[] {
  const { session } = fromAISDK([message] as never, { untrusted: true })
  return session.length === 0 ? [] : session.event(0).parts.filter(({ kind }) => allowed.has(kind))
}

const refusedPost = (why: string, status: 400 | 413 = 400): Post => ({ kind: 'refused', why, status })

/** Whether a posted part is readable: an object with a type, and with a URL if it is a file. */
function isReadablePart(part: unknown): boolean {
  const { type, url } = objectOr(part)
  if (typeof type !== 'string') return false
  return type !== 'file' || (typeof url === 'string' && /^(https?:\/\/|data:[^,]*,)/i.test(url))
}

const readDecisions = (parts: readonly unknown[], edits: Raw): readonly PostedDecision[] =>
  parts.map(objectOr).flatMap(({ state, approval }) => {
    const { id, approved, reason } = objectOr(approval)
    if (state !== 'approval-responded' || typeof id !== 'string' || typeof approved !== 'boolean') return []
    const edited =
      approved && Object.hasOwn(edits, id) && isObject(edits[id]) ? (edits[id] as JsonObject) : null
    const why = typeof reason === 'string' && reason !== '' ? { why: reason } : {}
    return [{ call: id, approved, ...why, ...(edited && { edited }) }]
  })

const readOutcomes = (parts: readonly unknown[]): readonly PostedOutcome[] =>
  parts.map(objectOr).flatMap(({ type, state, toolCallId: call, output, errorText }): PostedOutcome[] => {
    if (!stringOr(type).startsWith('tool-') || typeof call !== 'string') return []
    if (state === 'output-available') return [{ call, answer: (output ?? null) as JsonValue }]
    return state === 'output-error' ? [{ call, why: stringOr(errorText) || 'the page could not answer' }] : []
  })
