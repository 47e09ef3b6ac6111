import type { FindingNote } from '../../../diag/collect.ts'
import { opaqueLeftOut } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { StringOrigins } from '../../../map/origins.ts'
import type { Draft } from '../../../target/rule.ts'
import { reasoningLoss } from '../../../target/travel.ts'
import { vendorOfProvider } from '../forms/owner.ts'
import { optionsUnder } from '../rows/options.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, AssistantMessage, AssistantPart, ModelMessage, TextPart } from './request.ts'

/** Returns the id of the OpenAI item that a part belongs to; null if the converter sends the part without an id. */
function openaiItemId(part: AssistantPart, names: readonly string[]): string | null {
  const { type, toolCallId, providerExecuted } = part as Loose
  const id = optionsUnder(part, names)?.itemId
  const own = type === 'tool-result' || (type === 'tool-call' && providerExecuted === true)
  if (own) return typeof id === 'string' ? id : (toolCallId ?? null)
  return typeof id === 'string' && kinds.has(type) ? id : null
}

/** Part of any kind, with the fields that this file reads. */
interface Loose {
  readonly type: string
  readonly toolCallId?: string
  readonly providerExecuted?: boolean
}

const kinds: ReadonlySet<string> = new Set(['text', 'reasoning', 'custom'])

/**
 * Yields parts that repeat an OpenAI item: an item of an earlier message, or a call or result that this message already
 * has.
 */
function* repeatedItems(
  messages: readonly ModelMessage[],
  names: readonly string[],
): Generator<readonly [at: number, part: AssistantPart, id: string]> {
  const seen = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    const here = new Set<string>()
    const halves = new Set<string>()
    for (const part of message.content) {
      const id = openaiItemId(part, names)
      if (id === null) continue
      // Text and reasoning of one item may come in several parts. A tool's call and result are two parts of one item,
      // and each may occur once.
      const { type } = part as Loose
      const half = `${type} ${id}`
      const once = type === 'custom' || type === 'tool-call' || type === 'tool-result'
      if (seen.has(id) || (once && halves.has(half))) yield [at, part, id]
      here.add(id)
      halves.add(half)
    }
    for (const id of here) seen.add(id)
  }
}

/** Creates a note about a part that was dropped because an earlier part belongs to the same OpenAI item. */
const repeatedItemNote = (type: string, at: string): FindingNote => ({
  kind: `CX7008 ${type} doubled`,
  say: places => opaqueLeftOut(type, 'id used before', places, 'dropped'),
  at,
})

/** Whether provider options are OpenAI's and contain an item id. */
const namesItem = (name: string, options: unknown): options is JsonObject =>
  vendorOfProvider(name) === 'openai' && isObject(options) && 'itemId' in options

/** Returns a text without its OpenAI item id; its other options are kept. */
export function withoutItemId(part: TextPart, origins: StringOrigins): TextPart {
  const { providerOptions, ...bare } = part
  const entries = Object.entries(providerOptions ?? {})
  if (!entries.some(([name, options]) => namesItem(name, options))) return part
  const kept = entries.flatMap(([name, options]) => {
    if (!namesItem(name, options)) return [[name, options]]
    const { itemId: _, ...rest } = options
    return Object.keys(rest).length > 0 ? [[name, origins.copyOrigins(rest, options)]] : []
  })
  if (kept.length === 0) return origins.copyOrigins(bare, part)
  const options = Object.fromEntries(kept) as typeof providerOptions
  return origins.copyOrigins(
    {
      ...bare,
      providerOptions: origins.copyOrigins(options as object, providerOptions as object),
    } as TextPart,
    part,
  )
}

/** Returns an answer with the given parts. A single plain text becomes a string. */
function answerOfParts(
  origins: StringOrigins,
  message: AssistantMessage,
  content: AssistantPart[],
): AssistantMessage {
  const [only] = content
  if (content.length !== 1 || only?.type !== 'text' || Object.keys(only).length > 2)
    return { ...message, content }
  const plain = { ...message, content: only.text }
  origins.copyKeyOrigin(plain, 'content', origins.originsIn(only).key('text'))
  return plain
}

/**
 * Rule S10: drops parts that repeat an OpenAI item, because the API refuses them. A repeated text is kept without its
 * id.
 */
export function dropRepeatedItems({
  request,
  facts,
  origins,
  edit,
  note,
}: Draft<AISDKRequest, AISDKRules>): void {
  if (facts.rules.vendor !== 'openai') return
  const repeated = new Set(
    [...repeatedItems(request.messages, facts.rules.reader.options)].map(([, part]) => part),
  )
  if (repeated.size === 0) return
  const messages = request.messages.map(message => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    if (!message.content.some(part => repeated.has(part))) return message
    const content = message.content.flatMap((part): AssistantPart[] => {
      if (!repeated.has(part)) return [part]
      if (part.type !== 'text') {
        const at = origins.originsIn(part).whole ?? 'c:part'
        note(
          part.type === 'reasoning'
            ? reasoningLoss('its id was there before', at)
            : repeatedItemNote(part.type, at),
        )
        return []
      }
      return [withoutItemId(part, origins)]
    })
    const thoughts = message.content.some(part => part.type === 'reasoning' && repeated.has(part))
    edit(message, thoughts ? 'reasoning-omitted' : 'repaired')
    return origins.recordWhole(
      answerOfParts(origins, message, content),
      origins.originsIn(message).whole ?? 'c:message',
    )
  })
  request.messages = messages.filter(({ content }) => content.length > 0)
}

/** Checks rule S10: no item of OpenAI is repeated. */
export function checkOpenAIItems(
  request: AISDKRequest,
  report: (pointer: string, message: string) => void,
  { vendor, reader }: AISDKRules,
): void {
  if (vendor !== 'openai') return
  for (const [at, , id] of repeatedItems(request.messages, reader.options))
    report(`/messages/${at}`, `the item ${id} was there before`)
}
