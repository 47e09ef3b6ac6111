import type { Draft } from '../rule.ts'
import type { AISDKRules } from './models.ts'
import { optionsOf } from './owner.ts'
import type { AISDKRequest, AssistantPart, ModelMessage } from './request.ts'

/** The id by which OpenAI knows what it said; null for a part that it cannot refer to. */
function itemOf(part: AssistantPart): string | null {
  if (part.type !== 'text' && part.type !== 'reasoning') return null
  const id = optionsOf(part, 'openai')?.itemId
  return typeof id === 'string' ? id : null
}

/** Ids of a message's parts that an earlier message had too. */
function* repeatedItems(messages: readonly ModelMessage[]): Generator<readonly [at: number, id: string]> {
  const seen = new Set<string>()
  for (const [at, message] of messages.entries()) {
    if (message.role !== 'assistant' || typeof message.content === 'string') continue
    const ids = new Set(message.content.flatMap(part => itemOf(part) ?? []))
    for (const id of ids) if (seen.has(id)) yield [at, id]
    for (const id of ids) seen.add(id)
  }
}

/** S10: an item of OpenAI's that was there before is refused: its words go without the id, a thought not at all. */
export function dropRepeatedItems({ request, facts, origins, edit }: Draft<AISDKRequest, AISDKRules>): void {
  if (facts.rules.vendor !== 'openai') return
  const repeated = new Map<number, Set<string>>()
  for (const [at, id] of repeatedItems(request.messages))
    repeated.set(at, (repeated.get(at) ?? new Set<string>()).add(id))
  if (repeated.size === 0) return
  const messages = request.messages.map((message, at) => {
    const ids = repeated.get(at)
    if (ids === undefined || message.role !== 'assistant' || typeof message.content === 'string')
      return message
    const content = message.content.flatMap((part): AssistantPart[] => {
      const id = itemOf(part)
      if (id === null || !ids.has(id)) return [part]
      if (part.type === 'reasoning') return []
      const { providerOptions, ...bare } = part
      const entry = origins.at(part)
      origins.whole(bare, entry.whole ?? 'c:message')
      origins.inherit(bare, 'text', entry.key('text'))
      return [bare as AssistantPart]
    })
    edit(message, content.length < message.content.length ? 'reasoning-omitted' : 'repaired')
    return origins.whole({ ...message, content }, origins.at(message).whole ?? 'c:message')
  })
  request.messages = messages.filter(({ content }) => content.length > 0)
}

/** S10, as a check. */
export function checkItems(
  request: AISDKRequest,
  report: (pointer: string, message: string) => void,
  { vendor }: AISDKRules,
): void {
  if (vendor !== 'openai') return
  for (const [at, id] of repeatedItems(request.messages))
    report(`/messages/${at}`, `the item ${id} was there before`)
}
