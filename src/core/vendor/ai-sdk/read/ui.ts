import { isGeminiContent } from '../../../from/message-format.ts'
import { givenField, listOr, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import type { InputPiece } from '../../../from/unread.ts'
import { isObject } from '../../../ir/json.ts'
import { pointerStep } from '../../../text/json.ts'
import { addAll } from '../../../text/list.ts'
import { type ExpandedChat, Expansion } from './expansion.ts'
import { metadataAsOptions, uiCallParts } from './ui-call.ts'
import { type ChatPart, chatParts, isToolPart } from './ui-parts.ts'
import { settleStep } from './ui-unfinished.ts'

/** Whether a message is a `UIMessage` of a chat: it has `parts`, or version 4's calls or attachments. */
export const isUIMessage = (value: unknown): boolean =>
  isObject(value) &&
  ((Array.isArray(value.parts) &&
    !isGeminiContent(value) &&
    !(Array.isArray(value.content) && value.parts.length === 0)) ||
    Array.isArray(value.toolInvocations) ||
    Array.isArray(value.experimental_attachments))

/** Converts a chat part to a part of a model message; returns null for a part that is only displayed in the chat. */
function plainPart(part: Raw): Raw | null {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string'
        ? { type: 'text', text: part.text, ...metadataAsOptions(part.providerMetadata) }
        : part
    case 'reasoning':
      return {
        type: 'reasoning',
        text: stringOr(part.text ?? part.reasoning),
        ...detailsSignature(part),
        ...metadataAsOptions(part.providerMetadata),
      }
    case 'file':
    case 'reasoning-file':
      return {
        type: part.type,
        mediaType: part.mediaType ?? part.mimeType,
        ...givenField('filename', part.filename),
        data: isObject(part.providerReference)
          ? { type: 'reference', reference: part.providerReference }
          : (part.url ?? part.data),
        ...metadataAsOptions(part.providerMetadata),
      }
    case 'custom': {
      const { providerMetadata, state: _, ...rest } = part
      return { ...rest, ...metadataAsOptions(providerMetadata) }
    }
    default:
      // Sources, page data and step marks are only for the chat page, so the model does not get them.
      return /^(source|data-)|^step-start$/.test(stringOr(part.type)) ? null : part
  }
}

/** Returns the signature of a reasoning part of version 4, which stored signatures in `details`. */
function detailsSignature({ details }: Raw): object {
  const { signature } = objectOr(listOr(details)[0])
  return typeof signature === 'string' ? { signature } : {}
}

/** Adds a user or system message as one model message. */
function expandInput({ role }: Raw, said: readonly ChatPart[], rest: object, to: Expansion): void {
  for (const { piece } of said) to.addPiece(piece)
  const content = said.flatMap(({ part }) => plainPart(part) ?? [])
  const texts = role === 'system' ? content.map(part => objectOr(part).text) : []
  // A system message whose parts are all text becomes one text.
  const isText = role === 'system' && texts.every(text => typeof text === 'string')
  const own = isText
    ? Object.assign({}, ...content.map(part => objectOr(objectOr(part).providerOptions)))
    : {}
  const kept = Object.keys(own).length > 0 ? { providerOptions: own } : {}
  to.addStep({ role, content: isText ? texts.join('') : content, ...kept, ...rest })
}

/** Whether an answer has calls of AI SDK 4. In such an answer, text after a result belongs to the next step. */
const isOfVersion4 = (said: readonly ChatPart[]): boolean =>
  said.some(
    ({ piece, field }) => field === 'toolInvocations' || objectOr(piece.value).type === 'tool-invocation',
  )

/**
 * Splits an answer into steps, as `convertToModelMessages` does. A step ends at a step mark, and before and after a
 * user's message.
 */
function splitIntoSteps(said: readonly ChatPart[]): readonly (readonly ChatPart[])[] {
  const textBegins = isOfVersion4(said)
  const steps: ChatPart[][] = [[]]
  let isAnswered = false
  for (const one of said) {
    const { type } = one.part
    const isSteering = type === 'steering-message'
    if (isSteering || type === 'step-start' || (textBegins && isAnswered && type === 'text')) {
      steps.push([])
      isAnswered = false
    }
    steps.at(-1)?.push(one)
    if (isSteering) steps.push([])
    isAnswered ||= isToolPart(one.part)
  }
  return steps
}

/** Adds an answer as model messages: for each step, an assistant message and the results of its calls. */
function expandAnswer(said: readonly ChatPart[], rest: object, to: Expansion): void {
  for (const step of splitIntoSteps(said)) {
    const asked: Raw[] = []
    const answered: Raw[] = []
    const { parts, changed } = settleStep(step)
    addAll(to.unfinished, changed)
    for (const { part, piece } of parts) {
      to.addPiece(piece)
      if (part.type === 'steering-message')
        to.addStep({
          role: 'user',
          content: listOr(part.parts).flatMap(piece => plainPart(objectOr(piece)) ?? []),
        })
      else if (isToolPart(part)) {
        const call = uiCallParts(part)
        addAll(asked, call.asked)
        addAll(answered, call.answered)
      } else addAll(asked, [plainPart(part) ?? []].flat())
    }
    to.addStep(
      ...(asked.length > 0 ? [{ role: 'assistant', content: asked, ...rest }] : []),
      ...(answered.length > 0 ? [{ role: 'tool', content: answered }] : []),
    )
  }
}

/** Whether a part is a call that still waits for an approval. */
const isWaitingForApproval = (part: Raw): boolean => isToolPart(part) && part.state === 'approval-requested'

/**
 * Adds a chat message as model messages. `isAnswered`: a user wrote after this message. Calls that still wait for an
 * approval are then dropped, as in the AI SDK.
 */
function expandChatMessage(message: Raw, at: string, isAnswered: boolean, to: Expansion): void {
  const all = chatParts(message, at)
  const said = all.filter(({ part }) => !isAnswered || !isWaitingForApproval(part))
  for (const one of all) if (!said.includes(one)) to.apart.push(one.piece)
  const read = new Set(all.map(({ field }) => field))
  const rest = { ...givenField('providerOptions', message.providerOptions) }
  const fields = Object.entries(message).flatMap(([field, value]): InputPiece[] =>
    read.has(field) ? [] : [{ at: at + pointerStep(field), value, field }],
  )
  if (message.role === 'assistant') {
    const first = to.given.length
    expandAnswer(said, rest, to)
    to.endMessage(first, fields)
  } else {
    for (const piece of fields) to.addPiece(piece)
    expandInput(message, said, rest, to)
  }
}

/** Returns a list of messages as model messages; chat messages are converted. `root` is the list's JSON pointer. */
export function modelMessages(messages: readonly unknown[], root: string): ExpandedChat {
  const to = new Expansion()
  const lastOfUser = messages.findLastIndex(message => objectOr(message).role === 'user')
  for (const [place, message] of messages.entries()) {
    const at = `${root}/${place}`
    if (isUIMessage(message)) expandChatMessage(objectOr(message), at, place < lastOfUser, to)
    else {
      to.messages.push(message)
      to.given.push({ pieces: [{ at, value: message }] })
    }
    to.recordElement(message, place)
  }
  return to
}
