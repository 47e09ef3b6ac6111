import { formatOf } from '../../from/message-format.ts'
import type { Raw } from '../../from/read.ts'
import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { chat, data, generateContent, type ResponseForm, responses, sdkMessages } from './response-form.ts'
import { ofMessage, ofMessages, ofPieces } from './response-part.ts'

type Target = TargetName | null

/** Fields under which clients, gateways and servers put a response. */
const around = ['message', 'response', 'data', 'output'] as const

/** Fields that hold what a model said, in one format or another. */
const wordFields = [
  ...[
    'content',
    'parts',
    'text',
    'value',
    'output',
    'output_text',
    'response',
    'completion',
    'generated_text',
  ],
  ...['tool_calls', 'function_call', 'toolInvocations', 'messages', 'kwargs', 'choices', 'candidates'],
]

/**
 * Recognises whose response something is, whatever a client put around it and whatever a program took out of it. Null for
 * an error, and for what holds nothing that a model said. A format that nobody knows is data.
 */
export function findResponse(given: unknown, target: Target): ResponseForm | null {
  const left: unknown[] = [given]
  const seen = new Set<unknown>()
  let unknown: object | null = null
  // A loop and not a recursion: what was nested by a server may be nested at any depth, or hold itself.
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (seen.has(value) || typeof value !== 'object' || value === null) continue
    seen.add(value)
    const form = Array.isArray(value)
      ? ofList(value.filter(isObject), target)
      : ofObject(value as Raw, target)
    if (form !== null) return form
    if (!Array.isArray(value)) {
      const raw = value as Raw
      if (isError(raw)) return null
      left.push(
        ...around
          .map(field => raw[field])
          .filter(isObject)
          .reverse(),
      )
    }
    if (unknown === null && holdsWords(value)) unknown = value
  }
  return unknown === null ? null : data(unknown)
}

/** Whether something reports a failure. */
const isError = (raw: Raw): boolean =>
  raw instanceof Error || raw.type === 'error' || (raw.error !== undefined && raw.error !== null)

/** Whether something that no importer reads holds what a model may have said. */
function holdsWords(value: object): boolean {
  if (Array.isArray(value))
    return value.some(item => isObject(item) && (isKnownToHold(item) || (isTyped(item) && !isError(item))))
  return isKnownToHold(value as Raw)
}

const isTyped = ({ type }: Raw): boolean => typeof type === 'string'

function isKnownToHold(raw: Raw): boolean {
  if (isError(raw) || isOthers(raw)) return false
  const { message } = raw
  return (
    formatOf(raw) !== null ||
    wordFields.some(field => holds(raw[field]) || (isObject(message) && holds((message as Raw)[field])))
  )
}

const holds = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) ? value.length > 0 : false

/** Roles of those who are no model. */
const others = new Set(['user', 'system', 'developer', 'tool', 'function'])

const isOthers = ({ role }: Raw): boolean => typeof role === 'string' && others.has(role)

/** The messages of a result of the AI SDK's functions, whose other fields throw where a step had no such thing. */
function sdkMessagesOf({ steps, response }: Raw): readonly Raw[] | null {
  const { messages } = Array.isArray(steps) && isObject(response) ? (response as Raw) : {}
  return Array.isArray(messages) ? messages.filter(isObject) : null
}

function ofObject(raw: Raw, target: Target): ResponseForm | null {
  const messages = sdkMessagesOf(raw)
  if (messages !== null) return sdkMessages(messages)
  if (Array.isArray(raw.choices)) return chat(raw)
  // An item that was taken out may have an output of its own.
  if (raw.role === undefined && formatOf(raw) === 'openai') return responses({ output: [raw] })
  if (Array.isArray(raw.output)) return responses(raw)
  if (isLegacyChoice(raw)) return chat({ choices: [raw] })
  if (isCandidate(raw)) return generateContent({ candidates: [raw] })
  if (Array.isArray(raw.candidates) || raw.usageMetadata !== undefined) return generateContent(raw)
  if (isOthers(raw) || isError(raw)) return null
  if (typeof raw.role === 'string' || Array.isArray(raw.content) || typeof raw.content === 'string')
    return ofMessage(raw, target)
  return ofPieces([raw], target)
}

function ofList(items: readonly Raw[], target: Target): ResponseForm | null {
  const [first] = items
  if (first === undefined) return null
  if (items.length > 1 && items.some(isResponse)) return null
  if (items.some(item => isChoice(item) || isLegacyChoice(item))) return chat({ choices: items })
  if (items.length === 1) return ofObject(first, target)
  if (items.some(item => isCandidate(item) && formatOf(item) !== 'adk'))
    return generateContent({ candidates: items })
  return items.some(({ role }) => role !== undefined && role !== null)
    ? ofMessages(items, target)
    : ofPieces(items, target)
}

/** Whether something is a response or a chunk of one: several are no answer that can be told as one. */
const isResponse = ({ choices, candidates, done, type, role }: Raw): boolean =>
  Array.isArray(choices) ||
  Array.isArray(candidates) ||
  (typeof done === 'boolean' && type === undefined && role === undefined)

/** Whether something is one of a response's `choices`. */
const isChoice = ({ message, role, type }: Raw): boolean =>
  isObject(message) && role === undefined && type === undefined

/** The same of completions before Chat, whose choices are texts. */
const isLegacyChoice = (raw: Raw): boolean =>
  typeof raw.text === 'string' && ('finish_reason' in raw || 'logprobs' in raw)

/** Whether something is one of a response's `candidates`, or an event that holds a content as they do. */
const isCandidate = ({ content }: Raw): boolean =>
  isObject(content) && !isOthers(content) && formatOf(content) === 'gemini'
