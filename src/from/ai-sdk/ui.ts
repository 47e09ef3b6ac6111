import { isObject } from '../../ir/json.ts'
import { pointerStep } from '../../text/json-pointer.ts'
import { isContent } from '../message-format.ts'
import { given, list, object, type Raw, string } from '../read.ts'
import type { InputPiece } from '../unread.ts'
import { type ExpandedChat, Expansion } from './expansion.ts'
import { type ChatPart, chatParts, isTool } from './ui-parts.ts'

/** Whether a message is a `UIMessage` of a chat: it has parts, or the calls or attachments of version 4. */
export const isUIMessage = (value: unknown): boolean =>
  isObject(value) &&
  ((Array.isArray(value.parts) &&
    !isContent(value) &&
    !(Array.isArray(value.content) && value.parts.length === 0)) ||
    Array.isArray(value.toolInvocations) ||
    Array.isArray(value.experimental_attachments))

const isSaid = (value: unknown): boolean => value !== undefined && value !== null

/** Returns a tool's name: from the part's type, unless the tool was unknown when the part was made. */
const nameOf = ({ type, toolName }: Raw): string =>
  type === 'dynamic-tool' ? string(toolName) : string(type).slice('tool-'.length)

const options = (part: Raw, metadata: unknown = part.providerMetadata): object =>
  isObject(metadata) ? { providerOptions: metadata } : {}

/** Converts a chat's part to a part of a model message; returns null for a part that only the chat shows. */
function plainPart(part: Raw): Raw | null {
  switch (part.type) {
    case 'text':
      return typeof part.text === 'string' ? { type: 'text', text: part.text, ...options(part) } : part
    case 'reasoning':
      return {
        type: 'reasoning',
        text: string(part.text ?? part.reasoning),
        ...thought(part),
        ...options(part),
      }
    case 'file':
    case 'reasoning-file':
      return {
        type: part.type,
        mediaType: part.mediaType ?? part.mimeType,
        ...given('filename', part.filename),
        data: isObject(part.providerReference)
          ? { type: 'reference', reference: part.providerReference }
          : (part.url ?? part.data),
        ...options(part),
      }
    case 'custom':
      return { type: 'custom', kind: part.kind, ...options(part) }
    default:
      // Sources, page data and step marks are not sent to the model.
      return /^(source|data-)|^step-start$/.test(string(part.type)) ? null : part
  }
}

/** Returns the signature of a reasoning part of version 4, which kept it in `details`. */
function thought({ details }: Raw): object {
  const { signature } = object(list(details)[0])
  return typeof signature === 'string' ? { signature } : {}
}

/** Splits a call, in any state, into the parts of the answer and the parts of the tool message. */
function callParts(part: Raw): { readonly asked: Raw[]; readonly answered: Raw[] } {
  const { state, toolCallId, providerExecuted, approval: given_, callProviderMetadata } = part
  if (state === 'input-streaming') return { asked: [], answered: [] }
  const toolName = nameOf(part)
  const call = {
    type: 'tool-call',
    toolCallId,
    toolName,
    input: isSaid(part.input) ? part.input : part.rawInput,
    ...(providerExecuted === true && { providerExecuted }),
    ...options(part, callProviderMetadata),
  }
  const result = resultOf(part, toolName)
  const approval = object(given_)
  const asks = typeof approval.id === 'string'
  const request = {
    type: 'tool-approval-request',
    approvalId: approval.id,
    toolCallId,
    ...given('signature', approval.signature),
  }
  const response = {
    type: 'tool-approval-response',
    approvalId: approval.id,
    approved: approval.approved,
    ...given('reason', approval.reason),
    ...(providerExecuted === true && { providerExecuted }),
  }
  const decided = asks && typeof approval.approved === 'boolean'
  const own = providerExecuted === true && result !== null
  return {
    asked: [call, ...(asks ? [request] : []), ...(own ? [result] : [])],
    answered: [...(decided ? [response] : []), ...(!own && result !== null ? [result] : [])],
  }
}

function resultOf(part: Raw, toolName: string): Raw | null {
  const { state, output, errorText, approval, toolCallId, providerExecuted } = part
  const metadata = part.resultProviderMetadata ?? part.callProviderMetadata
  const result = (value: object): Raw => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output: value,
    ...options(part, metadata),
  })
  const { approved, reason } = object(approval)
  if (state === 'output-available')
    return result(
      typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output ?? null },
    )
  if (state === 'output-error')
    return result({ type: providerExecuted === true ? 'error-json' : 'error-text', value: string(errorText) })
  const denied = state === 'output-denied' || (state === 'approval-responded' && approved === false)
  return denied && providerExecuted !== true
    ? result({ type: 'execution-denied', ...given('reason', reason) })
    : null
}

/** Adds a user or system message as one model message. */
function expandInput({ role }: Raw, said: readonly ChatPart[], rest: object, to: Expansion): void {
  for (const { piece } of said) to.piece(piece)
  const content = said.flatMap(({ part }) => plainPart(part) ?? [])
  const texts = role === 'system' ? content.map(part => object(part).text) : []
  // A system message becomes one text if all its parts are text.
  const isText = role === 'system' && texts.every(text => typeof text === 'string')
  to.step({ role, content: isText ? texts.join('') : content, ...rest })
}

/** Adds an answer as model messages: each step is an assistant message and the results of its calls. */
function expandAnswer(said: readonly ChatPart[], rest: object, to: Expansion): void {
  let asked: Raw[] = []
  let answered: Raw[] = []
  const endStep = (): void => {
    to.step(
      ...(asked.length > 0 ? [{ role: 'assistant', content: asked, ...rest }] : []),
      ...(answered.length > 0 ? [{ role: 'tool', content: answered }] : []),
    )
    asked = []
    answered = []
  }
  for (const { part, piece } of said) {
    const isSteering = part.type === 'steering-message'
    // Text after a result starts a new step, even without a step mark.
    if (isSteering || part.type === 'step-start' || (answered.length > 0 && part.type === 'text')) endStep()
    to.piece(piece)
    if (isSteering)
      to.step({ role: 'user', content: list(part.parts).flatMap(piece => plainPart(object(piece)) ?? []) })
    else if (isTool(part)) {
      const call = callParts(part)
      for (const part of call.asked) asked.push(part)
      for (const part of call.answered) answered.push(part)
    } else {
      const plain = plainPart(part)
      if (plain !== null) asked.push(plain)
    }
  }
  endStep()
}

/** Adds a message of a chat as model messages. */
function expand(message: Raw, at: string, to: Expansion): void {
  const said = chatParts(message, at)
  const read = new Set(said.map(({ field }) => field))
  const rest = { ...given('providerOptions', message.providerOptions) }
  const fields = Object.entries(message).flatMap(([field, value]): InputPiece[] =>
    read.has(field) ? [] : [{ at: at + pointerStep(field), value, field }],
  )
  if (message.role === 'assistant') {
    const first = to.given.length
    expandAnswer(said, rest, to)
    to.end(first, fields)
  } else {
    for (const piece of fields) to.piece(piece)
    expandInput(message, said, rest, to)
  }
}

/** Converts chat messages to model messages and keeps model messages unchanged. `root` is the list's JSON pointer. */
export function modelMessages(messages: readonly unknown[], root: string): ExpandedChat {
  const to = new Expansion()
  for (const [place, message] of messages.entries()) {
    const at = `${root}/${place}`
    if (isUIMessage(message)) expand(object(message), at, to)
    else {
      to.messages.push(message)
      to.given.push({ pieces: [{ at, value: message }] })
    }
  }
  return to
}
