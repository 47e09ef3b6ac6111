import { givenField, listOr, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { ReasoningPart } from '../../../ir/reasoning.ts'
import type { Seal } from '../../../ir/text.ts'
import dialects from '../rows/dialects.json' with { type: 'json' }

const format = 'openai-chat'

const dialectFieldsThat = (...holds: string[]): readonly string[] =>
  dialects.fields.filter(row => holds.includes(row.holds)).map(row => row.field)

/** Answer fields that contain reasoning in one of the dialects, the most detailed fields first. */
export const thoughtFields = dialectFieldsThat('blocks', 'details', 'text')

/** All fields in the table of dialects. */
export const dialectFields: ReadonlySet<string> = new Set(dialects.fields.map(row => row.field))

const signatures = dialects.fields.filter(row => row.holds === 'signature')

/**
 * Separator between a call's id and a signature. LiteLLM repeats the signature in the id for clients that drop other
 * fields.
 */
const inId = '__thought__'

/** Whether the id of a call contains the call's signature. */
export const signsInId = (id: string): boolean => id.includes(inId)

/** Whether a field of an answer is not empty. */
export const holdsAnything = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Returns the Gemini signature on an answer's text, in any dialect. */
export function answerSeal(message: Raw, model: string): Seal | undefined {
  const value = signatureAt(message, ['extra_content', 'google', 'thought_signature'])
  return value === '' ? undefined : { format: 'gemini', value, ...givenField('model', model || undefined) }
}

const signatureAt = (fields: Raw, path: readonly string[]): string =>
  stringOr(path.reduce<unknown>((value, key) => objectOr(value)[key], fields))

/** Returns the signature in the fields of a call; undefined if there is none. */
function signatureIn(held: Raw): string | undefined {
  for (const { field, path = [] } of signatures) {
    const found = held[field] === undefined ? '' : signatureAt(held, [field, ...path])
    if (found !== '') return found
  }
  return undefined
}

/** Returns the Gemini signature of a call, in any dialect. */
export function callSeal(call: Raw, details: ReadonlyMap<string, string>, model: string): Seal | undefined {
  const id = stringOr(call.id)
  const value =
    // LiteLLM's own objects have the provider's fields inside the function too.
    signatureIn(call) ??
    signatureIn(objectOr(call.function)) ??
    details.get(id) ??
    (signsInId(id) ? id.slice(id.indexOf(inId) + inId.length) : '')
  return value === '' ? undefined : { format: 'gemini', value, ...givenField('model', model || undefined) }
}

/** Whether a field of a call contains nothing but the call's signature. */
export function isSignatureField(field: string, value: unknown): boolean {
  if (field === 'function')
    return isObject(value) && Object.entries(value).every(([key, held]) => isSignatureField(key, held))
  const row = signatures.find(known => known.field === field)
  return row !== undefined && isOnlyField(value, row.path ?? [])
}

const isOnlyField = (value: unknown, [key, ...rest]: readonly string[]): boolean =>
  key === undefined
    ? typeof value === 'string'
    : isObject(value) && Object.keys(value).length === 1 && isOnlyField(value[key], rest)

/** Returns call signatures from OpenRouter's `reasoning_details`, by call id. */
export const detailSeals = (message: Raw): ReadonlyMap<string, string> =>
  new Map(
    listOr(message.reasoning_details)
      .map(objectOr)
      .filter(isCallSeal)
      .map(({ id, data }) => [stringOr(id), stringOr(data)]),
  )

const isCallSeal = ({ type, format: of, id, data }: Raw): boolean =>
  of === 'google-gemini-v1' && type === 'reasoning.encrypted' && stringOr(id) !== '' && stringOr(data) !== ''

/**
 * Reads the reasoning of an answer in any dialect. The first part keeps the original fields, so that they can be sent
 * back. If the dialect names a provider, each part also has that provider's form.
 */
export function readThoughts(message: Raw, model: string): ReasoningPart[] {
  const held = thoughtFields.filter(field => holdsAnything(message[field]))
  if (held.length === 0) return []
  const fields = Object.fromEntries(held.map(field => [field, message[field]])) as JsonObject
  const blocks = listOr(message.thinking_blocks).flatMap(block => anthropicBlock(objectOr(block)))
  const details = listOr(message.reasoning_details).map(objectOr)
  const parts = blocks.length > 0 ? blocks : details.flatMap(detail => readDetail(detail, details))
  const by = givenField('model', model || undefined)
  if (parts.every(({ native }) => native === undefined))
    return [{ kind: 'reasoning', text: reasoningText(message), native: { format, payload: fields }, ...by }]
  return parts.map((part, index) => {
    const extra: Extra = { format, fields: index === 0 ? fields : {} }
    return { ...part, extra, ...by }
  })
}

/** Reads a reasoning part of an answer's content; returns undefined for any other part. */
export function readThoughtPart(value: unknown, model: string): ReasoningPart | undefined {
  const { thinking, ...beside } = objectOr(value)
  if (beside.type !== 'thinking' || thinking === undefined) return undefined
  const payload = { ...beside, thinking } as JsonObject
  const by = givenField('model', model || undefined)
  const [sealed] = anthropicBlock(payload)
  if (sealed) return { ...sealed, extra: { format, fields: payload }, ...by }
  const words = typeof thinking === 'string' ? thinking : textsOf(thinking)
  return { kind: 'reasoning', text: words, native: { format, payload }, ...by }
}

const textsOf = (pieces: unknown): string =>
  listOr(pieces)
    .map(piece => stringOr(objectOr(piece).text))
    .join('')

/** Returns the plain text of an answer's reasoning, from the first field with text. */
const reasoningText = (message: Raw): string =>
  stringOr(message.reasoning_content) ||
  stringOr(message.reasoning) ||
  listOr(message.reasoning_details)
    .map(detail => stringOr(objectOr(detail).text) || stringOr(objectOr(detail).summary))
    .join('')

type Native = Pick<ReasoningPart, 'kind' | 'text' | 'native'>

function anthropicBlock(block: Raw): Native[] {
  const { type, thinking, signature, data } = block
  const isWhole = type === 'thinking' ? stringOr(signature) !== '' : type === 'redacted_thinking'
  if (!isWhole) return []
  const payload = (type === 'thinking' ? { type, thinking, signature } : { type, data }) as JsonObject
  return [{ kind: 'reasoning', text: stringOr(thinking), native: { format: 'anthropic', payload } }]
}

/** Reads a reasoning detail. Text that cannot be sent back becomes a separate part, so that its loss is reported. */
function readDetail(detail: Raw, all: readonly Raw[]): Native[] {
  const native = nativeDetail(detail, all)
  const text = stringOr(detail.text) || stringOr(detail.summary)
  const isTold = all.some(other => isSealed(other) && isSummaryOf(other, detail, all))
  return native.length > 0 || text === '' || isTold ? native : [{ kind: 'reasoning', text }]
}

const isSealed = ({ type, data, format: of }: Raw): boolean =>
  of === 'openai-responses-v1' && type === 'reasoning.encrypted' && stringOr(data) !== ''

/** Whether a detail is the summary of a reasoning item whose encrypted content another detail contains. */
const isSummaryOf = (sealed: Raw, { type, id }: Raw, all: readonly Raw[]): boolean =>
  type === 'reasoning.summary' && (id === sealed.id || isOnlyOfType(all, 'reasoning.encrypted'))

/**
 * Returns a detail in the form of the provider that the detail names; an empty list if this provider does not accept
 * the detail back.
 */
function nativeDetail(detail: Raw, all: readonly Raw[]): Native[] {
  const { type, text, signature, data, format: of } = detail
  if (of === 'anthropic-claude-v1') {
    if (type === 'reasoning.encrypted') return anthropicBlock({ type: 'redacted_thinking', data })
    return anthropicBlock({ type: 'thinking', thinking: stringOr(text), signature })
  }
  if (isSealed(detail)) {
    const id = stringOr(detail.id).startsWith('rs_') ? { id: stringOr(detail.id) } : {}
    const words = all.filter(other => isSummaryOf(detail, other, all))
    const summary = words.map(other => ({ type: 'summary_text', text: stringOr(other.summary) }))
    const payload = { type: 'reasoning', ...id, summary, encrypted_content: stringOr(data) }
    const said = summary.map(piece => piece.text).join('\n')
    return [{ kind: 'reasoning', text: said, native: { format: 'openai', payload } }]
  }
  return []
}

/** Whether exactly one detail has a type. A summary without an id then belongs to that detail. */
const isOnlyOfType = (all: readonly Raw[], type: string): boolean =>
  all.filter(detail => detail.type === type).length === 1

const required = dialects.required.map(row => ({ ...row, models: new RegExp(row.models) }))

/** Returns the fields that a model requires in every answer. In an answer without reasoning, these fields are empty. */
export const requiredFields = (model: string): readonly string[] =>
  required.filter(row => row.models.test(model)).map(row => row.field)

/**
 * Returns the family of a model that OpenAI did not make, by the prefix of the model's id; null for an unknown family.
 */
export const familyOf = (model: string): string | null =>
  dialects.families.find(family => model.startsWith(family)) ?? null
