import { formatOf } from '../../from/message-format.ts'
import { listOr, type Raw } from '../../from/read.ts'
import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import {
  chatResponse,
  geminiResponse,
  openAIResponse,
  type ResponseForm,
  sdkModelResponse,
  sdkResult,
  unknownResponse,
} from './response-form.ts'
import { responseFromMessage, responseFromMessages, responseFromPieces } from './response-part.ts'

type Target = TargetName | null

/** Fields in which clients, gateways and servers may put a response. */
const around = ['message', 'response', 'data', 'output'] as const

/** Fields that contain a model's output in some format. */
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
 * Returns the form of a response, even if a client put it into another object or a program passed only a piece of it.
 * Returns null for an error, and for a value without model output. Model output in an unknown format is kept as data.
 */
export function findResponse(given: unknown, target: Target): ResponseForm | null {
  const left: unknown[] = [given]
  const seen = new Set<unknown>()
  let unknown: object | null = null
  // A loop is used instead of recursion, because a server's value may be deeply nested or circular.
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (seen.has(value) || typeof value !== 'object' || value === null) continue
    seen.add(value)
    const form = Array.isArray(value)
      ? responseFromList(value.filter(isObject), target)
      : responseFromObject(value as Raw, target)
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
    if (unknown === null && mayContainOutput(value)) unknown = value
  }
  return unknown === null ? null : unknownResponse(unknown)
}

/** Whether a value is an error report instead of a response. */
const isError = (raw: Raw): boolean =>
  raw instanceof Error || raw.type === 'error' || (raw.error !== undefined && raw.error !== null)

/** Whether a value that no importer reads may contain a model's output. */
function mayContainOutput(value: object): boolean {
  if (Array.isArray(value))
    return value.some(item => isObject(item) && (hasKnownOutput(item) || (isTyped(item) && !isError(item))))
  return hasKnownOutput(value as Raw)
}

const isTyped = ({ type }: Raw): boolean => typeof type === 'string'

function hasKnownOutput(raw: Raw): boolean {
  if (isError(raw) || hasOtherRole(raw)) return false
  const { message } = raw
  return (
    formatOf(raw) !== null ||
    wordFields.some(
      field => isNonEmpty(raw[field]) || (isObject(message) && isNonEmpty((message as Raw)[field])),
    )
  )
}

const isNonEmpty = (value: unknown): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) ? value.length > 0 : false

/** Roles of messages that no model wrote. */
const others = new Set(['user', 'system', 'developer', 'tool', 'function'])

const hasOtherRole = ({ role }: Raw): boolean => typeof role === 'string' && others.has(role)

/**
 * Returns the messages of an AI SDK result. No other field of the result is read, because some are getters that may
 * throw.
 */
function sdkMessagesOf({ steps, response }: Raw): readonly Raw[] | null {
  const { messages } = Array.isArray(steps) && isObject(response) ? (response as Raw) : {}
  return Array.isArray(messages) ? messages.filter(isObject) : null
}

/**
 * Whether a value is the result of an AI SDK model (`doGenerate`). A step of `generateText` looks similar, but contains
 * messages, so it is excluded.
 */
const isModelResult = ({ content, finishReason, warnings, response, role }: Raw): boolean =>
  Array.isArray(content) &&
  Array.isArray(warnings) &&
  finishReason !== undefined &&
  role === undefined &&
  !(isObject(response) && 'messages' in response)

function responseFromObject(raw: Raw, target: Target): ResponseForm | null {
  const messages = sdkMessagesOf(raw)
  if (messages !== null) return sdkResult(messages, listOr(raw.steps))
  if (isModelResult(raw)) return sdkModelResponse(raw)
  if (Array.isArray(raw.choices)) return chatResponse(raw)
  // A single item of a Responses answer may have an `output` field too.
  if (raw.role === undefined && formatOf(raw) === 'openai') return openAIResponse({ output: [raw] })
  if (Array.isArray(raw.output)) return openAIResponse(raw)
  // Candidates are checked first, because Gemini's client prints a warning when `text` of its response is read.
  if (Array.isArray(raw.candidates)) return geminiResponse(raw)
  if (isLegacyChoice(raw)) return chatResponse({ choices: [raw] })
  if (isCandidate(raw)) return geminiResponse({ candidates: [raw] })
  if (raw.usageMetadata !== undefined) return geminiResponse(raw)
  if (hasOtherRole(raw) || isError(raw)) return null
  return isMessage(raw) ? responseFromMessage(raw, target) : responseFromPieces([raw], target)
}

const isMessage = ({ role, content }: Raw): boolean =>
  typeof role === 'string' || Array.isArray(content) || typeof content === 'string'

function responseFromList(items: readonly Raw[], target: Target): ResponseForm | null {
  const [first] = items
  if (first === undefined) return null
  if (items.length > 1 && items.some(isResponse)) return null
  if (items.some(item => isChoice(item) || isLegacyChoice(item))) return chatResponse({ choices: items })
  if (items.length === 1) return responseFromObject(first, target)
  if (items.some(item => isCandidate(item) && formatOf(item) !== 'adk'))
    return geminiResponse({ candidates: items })
  return items.some(({ role }) => role !== undefined && role !== null)
    ? responseFromMessages(items, target)
    : responseFromPieces(items, target)
}

/** Whether an item is a whole response or a chunk of a stream. A list of several such items is not one answer. */
const isResponse = ({ choices, candidates, done, type, role }: Raw): boolean =>
  Array.isArray(choices) ||
  Array.isArray(candidates) ||
  (typeof done === 'boolean' && type === undefined && role === undefined)

/** Whether an item is one of a response's `choices`. */
const isChoice = ({ message, role, type }: Raw): boolean =>
  isObject(message) && role === undefined && type === undefined

/** Whether an item is a choice of the legacy Completions API, whose choices are texts. */
const isLegacyChoice = (raw: Raw): boolean =>
  typeof raw.text === 'string' && ('finish_reason' in raw || 'logprobs' in raw)

/**
 * Whether an item is one of a response's `candidates`, or an event whose `content` has the form of a candidate's
 * content.
 */
const isCandidate = ({ content }: Raw): boolean =>
  isObject(content) && !hasOtherRole(content) && formatOf(content) === 'gemini'
