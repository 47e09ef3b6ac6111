import type { Block, Placed } from '../../../ir/block.ts'
import { isObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import type { Fragment } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'
import { providersOf } from '../rows/options.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, ToolMessage } from './request.ts'

/** Whether a request continues a response or conversation that OpenAI's server stores. */
export const isChained = ({ providerOptions = {} }: Pick<AISDKRequest, 'providerOptions'>): boolean =>
  providersOf('openai').some(name => {
    const { previousResponseId, conversation } = providerOptions[name] ?? {}
    return (previousResponseId ?? conversation ?? null) !== null
  })

/**
 * Whether a part answers a call that may be stored only at the provider's server: a result, or an approval of a
 * provider's own tool.
 */
export const isHeld = (part: Part, { reader }: AISDKRules): part is OpaquePart =>
  part.kind === 'opaque' &&
  part.format === 'ai-sdk' &&
  (part.type === 'tool-result' || part.type === 'tool-approval-response') &&
  isObject(part.payload) &&
  (part.type === 'tool-result' || part.payload.providerExecuted === true) &&
  reader.ownTools.includes('openai')

/** Writes a message whose parts all answer stored calls (`isHeld`); null for any other message. */
export function emitHeld(writer: Writer, { items }: Block, rules: AISDKRules): Fragment | null {
  const held = items.filter((item): item is Placed<OpaquePart> => isHeld(item.part, rules))
  const [first] = held
  if (first === undefined || held.length < items.length) return null
  const content = held.map(({ part, origin }) => writer.copyCallerItem(part.payload, origin))
  return writer.finishFragment([
    writer.recordOrigin({ role: 'tool', content } as unknown as ToolMessage, first.origin),
  ])
}
