import { isNative, type NativeTool, type Tool } from '../../../agent/agent.ts'
import type { ResolvedAgent } from '../../../agent/resolved.ts'
import type { FindingNote } from '../../../diag/collect.ts'
import { type Block, type BlockItem, isCall } from '../../../ir/block.ts'
import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Part } from '../../../ir/part.ts'
import type { TargetName } from '../../../ir/target-name.ts'
import {
  type DeclaredVendorTool,
  definedFields,
  type HeadFields,
  type PartForms,
} from '../../../target/part-forms.ts'
import type { Target } from '../../../target/target.ts'
import { isTooDeep } from '../../../text/depth.ts'
import { isOfSDK, type Options, optionsForTarget, unusedFields } from '../rows/options.ts'
import { Forming } from './forming.ts'

/** Block in the form of an API, with notes about the fields that the API cannot represent. */
export interface FormedBlock {
  readonly block: Block
  readonly notes: readonly FindingNote[]
}

/** Conversion of AI SDK messages, with their provider options, to the provider's own API. */
export interface VendorForm {
  /** Agent whose provider tools and instruction have the API's form. */
  readonly agent: ResolvedAgent
  /** Agent with only those fields that the API cannot represent. */
  readonly left: ResolvedAgent
  /** Converts a block. A block without AI SDK parts is returned unchanged. */
  block(block: Block): FormedBlock
}

/**
 * Tool or instruction text in the API's form (`formed`), and with only the fields that the API cannot represent
 * (`left`).
 */
interface Shaped<Item> {
  readonly formed: Item
  readonly left: Item
}

/** Converts a tool's or text's provider options to API fields. Without options, the item is returned unchanged. */
function convertOptions<Item extends { readonly extra?: Extra }>(
  item: Item,
  target: TargetName,
  form: ((options: Options) => HeadFields) | undefined,
): Shaped<Item> {
  const { extra, ...bare } = item
  if (form === undefined || !isOfSDK(extra)) return { formed: item, left: item }
  const { fields, used } = form(optionsForTarget(extra.fields, target))
  const own = definedFields(fields ?? {})
  if (Object.keys(own).length === 0) return { formed: item, left: item }
  const rest = unusedFields(extra, target, used)
  return {
    formed: { ...item, extra: { format: target, fields: own } },
    left: rest === undefined ? (bare as Item) : { ...item, extra: rest },
  }
}

/** Returns the vendor API's declaration of a provider tool; null if the API has no equivalent. */
function declaredTool({ declared }: PartForms, { native }: NativeTool): DeclaredVendorTool | null {
  const { id, name, args } = native.payload
  if (declared === undefined || typeof id !== 'string' || isTooDeep(args)) return null
  return declared(id, (isObject(args) ? args : {}) as JsonObject, typeof name === 'string' ? name : '')
}

/** Whether a part, or a piece of a result, was imported from AI SDK messages. */
function isFromSDK(part: Part): boolean {
  if (part.kind === 'reasoning') return part.native?.format === 'ai-sdk'
  if (part.kind === 'opaque') return part.format === 'ai-sdk'
  if (part.kind === 'tool-result' && part.content.some(isFromSDK)) return true
  return 'extra' in part && isOfSDK(part.extra)
}

/** Returns the items of a developer's message, with the message's options converted to API fields. */
const convertMessageOptions = (
  items: readonly BlockItem[],
  target: TargetName,
  { message }: PartForms,
): readonly BlockItem[] =>
  items.map(item => {
    if (message === undefined || !isOfSDK(item.envelope)) return item
    const fields = message(optionsForTarget(item.envelope.fields, target))
    return Object.keys(fields).length === 0 ? item : { ...item, envelope: { format: target, fields } }
  })

/**
 * Returns the conversion of AI SDK parts for a target and an agent. `reasons`: whether the model supports reasoning.
 * For a target that serves several vendors, such as the AI SDK, the conversion changes nothing.
 */
export function vendorForm(
  { name: target, forms }: Pick<Target<never>, 'name' | 'forms'>,
  agent: ResolvedAgent,
  reasons: boolean,
): VendorForm {
  const { tools, extra } = agent
  if (forms === null) return { agent, left: agent, block: block => ({ block, notes: [] }) }
  const names = new Map<string, string>()
  const declared = tools.map((tool): Shaped<Tool> => {
    if (!isNative(tool)) return convertOptions(tool, target, forms.tool)
    const own = tool.native.format === 'ai-sdk' ? declaredTool(forms, tool) : null
    if (own === null) return { formed: tool, left: tool }
    const { name } = tool.native.payload
    if (typeof name === 'string') names.set(name, own.name)
    return { formed: { native: { format: target, payload: own.payload } }, left: tool }
  })
  const system = agent.system.map(text => convertOptions(text, target, forms.system))
  const agentWithFields = (key: 'formed' | 'left'): ResolvedAgent => ({
    ...agent,
    system: system.map(text => text[key]),
    tools: declared.map(tool => tool[key]),
  })
  return {
    agent: agentWithFields('formed'),
    left: agentWithFields('left'),
    block(block) {
      const isConcerned = block.items.some(
        item =>
          isFromSDK(item.part) || isOfSDK(item.envelope) || (isCall(item) && isFromSDK(item.result.part)),
      )
      if (!isConcerned) return { block, notes: [] }
      const stores = !isOfSDK(extra) || optionsForTarget(extra.fields, target).store !== false
      const forming = new Forming(block, forms, { target, names, stores, reasons })
      const changed = new Map<BlockItem, BlockItem>()
      const items = block.items.flatMap(item => {
        const now = forming.formItem(item)
        if (isCall(item) && now[0] !== undefined) changed.set(item, now[0])
        return now
      })
      const answers = block.answers.map(answer => (changed.get(answer) ?? answer) as typeof answer)
      const enveloped = block.role === 'developer' ? convertMessageOptions(items, target, forms) : items
      return { block: { ...block, items: enveloped, answers }, notes: forming.notes }
    },
  }
}
