import { isNative, type NativeTool, type Tool } from '../../agent/agent.ts'
import type { ResolvedAgent, SystemText } from '../../agent/resolved.ts'
import type { Note } from '../../diag/collect.ts'
import { type Block, type BlockItem, isCall } from '../../ir/block.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { anthropicForms } from './anthropic.ts'
import { cacheMark } from './anthropic-options.ts'
import { declaredTool } from './declared.ts'
import { given } from './form.ts'
import { type API, concerns, Forming, isOfSDK } from './forming.ts'
import { geminiForms } from './gemini.ts'
import { chatForms, responsesForms } from './openai.ts'
import { optionsIn } from './options.ts'

/** The APIs that a provider of the AI SDK calls. */
const apis: Partial<Readonly<Record<TargetName, API>>> = {
  anthropic: { forms: anthropicForms, owner: 'anthropic' },
  gemini: { forms: geminiForms, owner: 'google' },
  openai: { forms: responsesForms, owner: 'openai' },
  'openai-chat': { forms: chatForms, owner: 'openai' },
}

/** A block in the form of an API, and what of its parts has no place there. */
export interface FormedBlock {
  readonly block: Block
  readonly notes: readonly Note[]
}

/** Gives what the AI SDK keeps of a vendor's answers the form of that vendor's own API. */
export interface VendorForm {
  /** The agent: the vendor's tools are declared as its API has them, and its instruction bears the API's marks. */
  readonly agent: ResolvedAgent
  /** A block; the very same where nothing in it is of the AI SDK. */
  block(block: Block): FormedBlock
}

/** A system text with the mark of what to cache that its message had; the very same without one. */
function withMark(text: SystemText, target: TargetName): SystemText {
  if (target !== 'anthropic' || !isOfSDK(text.extra)) return text
  const fields = given({ cache_control: cacheMark(optionsIn(text.extra.fields, target)) })
  return Object.keys(fields).length > 0 ? { ...text, extra: { format: target, fields } } : text
}

/**
 * What a target makes of the AI SDK's parts for an agent, whose model `reasons` or not; for a target of no one vendor, and
 * for the AI SDK's own, nothing.
 */
export function vendorForm(target: TargetName, agent: ResolvedAgent, reasons: boolean): VendorForm {
  const { tools, extra } = agent
  const api = apis[target]
  if (api === undefined) return { agent, block: block => ({ block, notes: [] }) }
  const stores = optionsIn(isOfSDK(extra) ? extra.fields : undefined, target).store !== false
  const names = new Map<string, string>()
  const declared = tools.map((tool): Tool => {
    const own = isNative(tool) && tool.native.format === 'ai-sdk' ? declaredTool(target, tool) : null
    if (own === null) return tool
    const { name } = (tool as NativeTool).native.payload
    if (typeof name === 'string') names.set(name, own.name)
    return { native: { format: target, payload: own.payload } }
  })
  const system = agent.system.map(text => withMark(text, target))
  return {
    agent: { ...agent, system, tools: declared },
    block(block) {
      const isConcerned = block.items.some(
        item => concerns(item.part) || (isCall(item) && concerns(item.result.part)),
      )
      if (!isConcerned) return { block, notes: [] }
      const forming = new Forming(block, api, { target, names, stores, reasons })
      const changed = new Map<BlockItem, BlockItem>()
      const items = block.items.flatMap(item => {
        const now = forming.items(item)
        if (isCall(item) && now[0] !== undefined) changed.set(item, now[0])
        return now
      })
      const answers = block.answers.map(answer => (changed.get(answer) ?? answer) as typeof answer)
      return { block: { ...block, items, answers }, notes: forming.notes }
    },
  }
}
