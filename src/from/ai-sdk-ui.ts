import { isObject } from '../ir/json.ts'
import { isContent } from './message-format.ts'
import { given, list, object, type Raw, string } from './read.ts'

/** Whether a message is one that a chat shows: it has parts, or the calls of version 4. */
export const isUIMessage = (value: unknown): boolean =>
  isObject(value) &&
  ((Array.isArray(value.parts) && !isContent(value)) || Array.isArray(value.toolInvocations))

const isSaid = (value: unknown): boolean => value !== undefined && value !== null

/** A tool's name: in the type of a part, unless the tool was not known when the part was made. */
const nameOf = ({ type, toolName }: Raw): string =>
  type === 'dynamic-tool' ? string(toolName) : string(type).slice('tool-'.length)

const isTool = ({ type }: Raw): boolean => type === 'dynamic-tool' || string(type).startsWith('tool-')

/** A call of version 4, as a part of today. */
function modernCall(value: unknown): Raw {
  const { state, toolCallId, toolName, args, result } = object(value)
  return {
    type: 'dynamic-tool',
    toolName,
    toolCallId,
    input: args,
    ...(state === 'result' ? { state: 'output-available', output: result } : { state: 'input-available' }),
  }
}

/** The parts of a message of any version. */
function partsOf(message: Raw): readonly Raw[] {
  const parts = list(message.parts).map(object)
  const current = parts.map(part =>
    part.type === 'tool-invocation' ? modernCall(part.toolInvocation) : part,
  )
  if (Array.isArray(message.parts)) return current
  const text = string(message.content)
  return [...(text ? [{ type: 'text', text }] : []), ...list(message.toolInvocations).map(modernCall)]
}

const options = (part: Raw, metadata: unknown = part.providerMetadata): object =>
  isObject(metadata) ? { providerOptions: metadata } : {}

/** A part that both sides know, as a model message has it; null for what only the chat is shown. */
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
      // Sources, data for the page and marks of steps are not for the model.
      return /^(source|data-)|^step-start$/.test(string(part.type)) ? null : part
  }
}

/** The signature of version 4, which kept it in the details of a thought. */
function thought({ details }: Raw): object {
  const { signature } = object(list(details)[0])
  return typeof signature === 'string' ? { signature } : {}
}

/** A call, whatever state it is in, and what of it stands in the tool message. */
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

/** A message of a chat as model messages: each step of the model is an answer and the results of its calls. */
function* expand(message: Raw): Generator<Raw> {
  const parts = partsOf(message)
  const rest = { ...given('providerOptions', message.providerOptions) }
  if (message.role !== 'assistant') {
    const content = parts.flatMap(part => plainPart(part) ?? [])
    const texts = message.role === 'system' ? content.map(part => object(part).text) : []
    // A system message is one text, unless it holds what is none.
    const isText = message.role === 'system' && texts.every(text => typeof text === 'string')
    yield { role: message.role, content: isText ? texts.join('') : content, ...rest }
    return
  }
  let asked: Raw[] = []
  let answered: Raw[] = []
  const step = function* (): Generator<Raw> {
    if (asked.length > 0) yield { role: 'assistant', content: asked, ...rest }
    if (answered.length > 0) yield { role: 'tool', content: answered }
    asked = []
    answered = []
  }
  for (const part of parts) {
    if (part.type === 'step-start') yield* step()
    else if (part.type === 'steering-message') {
      yield* step()
      yield { role: 'user', content: list(part.parts).flatMap(piece => plainPart(object(piece)) ?? []) }
    } else if (isTool(part)) {
      const call = callParts(part)
      for (const part of call.asked) asked.push(part)
      for (const part of call.answered) answered.push(part)
    } else {
      // What is said after a result was said in a step of its own, mark or none.
      if (answered.length > 0 && part.type === 'text') yield* step()
      const plain = plainPart(part)
      if (plain !== null) asked.push(plain)
    }
  }
  yield* step()
}

/** Messages as a chat shows them, as model messages; those that are such already stay. */
export const modelMessages = (messages: readonly unknown[]): unknown[] =>
  messages.flatMap(message => (isUIMessage(message) ? [...expand(object(message))] : [message]))
