import type { JsonObject } from '../../../ir/json.ts'
import type { Appendable, ModelFacts } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import type { Setting, ToldChanges } from '../../../target/target.ts'
import { ownerOfItem } from '../forms/owner.ts'
import { optionsForTarget } from '../rows/options.ts'
import { keepsUpdates } from './configuration-updates.ts'
import type { AISDKRules } from './models.ts'
import type { ModelMessage, SystemMessage } from './request.ts'

/** Whether a part contains the changes that a system message makes with its options and not with its text. */
export const isChanges = (part: Part): part is OpaquePart =>
  part.kind === 'opaque' && part.format === 'ai-sdk' && part.type === 'system-changes'

/** Returns the changes of declarations that a request to a model can tell in messages. */
export function toldChanges({ rules }: Pick<ModelFacts<AISDKRules>, 'rules'>): ToldChanges {
  const { lateSystem, updates, reader } = rules
  const { options = 'text', kinds = [] } = reader.changes ?? {}
  const taken = kinds.filter(kind => updates || (kind !== 'effort' && kind !== 'format'))
  return { api: options, kinds: lateSystem === 'nowhere' ? [] : taken }
}

/** Options of a system message for OpenAI, by the change that they make. */
const kindOfOption: Readonly<Record<string, Appendable>> = {
  reasoningEffortUpdate: 'effort',
  textFormatUpdate: 'format',
  additionalTools: 'tool-added',
}

/**
 * Whether the package sends the changes in a system message's options. Claude's package sends them only if the model
 * supports system text among the messages; OpenAI's throws for a change that it does not send.
 */
export function sendsSystemChanges(part: OpaquePart, setting: Setting<AISDKRules>): boolean {
  const { facts, agent, compactAt } = setting
  const { vendor, lateSystem } = facts.rules
  if (ownerOfItem(part) !== vendor) return false
  if (vendor !== 'openai') return vendor !== 'anthropic' || lateSystem === 'after-user'
  const options = optionsForTarget(part.payload, 'openai')
  const made = Object.keys(options).flatMap(key => kindOfOption[key] ?? [])
  const { kinds } = toldChanges(facts)
  const isUpdate = made.some(kind => kind !== 'tool-added')
  const { providerOptions } = agent.extra?.format === 'ai-sdk' ? agent.extra.fields : {}
  return (
    made.every(kind => kinds.includes(kind)) &&
    (!isUpdate || (compactAt === null && keepsUpdates(providerOptions as JsonObject)))
  )
}

/** Whether Claude's package can send a system text that is valid for one turn only. */
export const sendsOneTurnText = ({ vendor, lateSystem }: AISDKRules): boolean =>
  vendor === 'anthropic' && lateSystem === 'after-user'

/** Returns the options for Claude on a system message. */
export const claudeOptions = (message: SystemMessage): Readonly<Record<string, unknown>> =>
  optionsForTarget(message, 'anthropic')

/** Whether a system message has options that change later turns, as Claude's package reads them. */
export function changesTurns(message: SystemMessage): boolean {
  const { effort, toolChanges, clearAt } = claudeOptions(message)
  return [effort, toolChanges, clearAt].some(option => option !== undefined)
}

/** Whether a message only sets the effort. It may then be anywhere. */
export function isDirective(message: ModelMessage | undefined): boolean {
  if (message?.role !== 'system' || message.content !== '') return false
  const { effort, toolChanges, clearAt } = claudeOptions(message)
  return typeof effort === 'string' && toolChanges === undefined && clearAt === undefined
}

/** Whether a system message has no text, but has options for which Claude's package sends the message. */
export function setsOnly(message: ModelMessage, rules: AISDKRules): boolean {
  if (message.role !== 'system' || message.content !== '' || !sendsOneTurnText(rules)) return false
  const { effort, toolChanges } = claudeOptions(message)
  return effort !== undefined || toolChanges !== undefined
}

/** Returns the options of a system message as a part that a note can describe. */
export const changesAsPart = (message: SystemMessage): OpaquePart => ({
  kind: 'opaque',
  format: 'ai-sdk',
  type: 'system-changes',
  payload: { providerOptions: message.providerOptions as unknown as JsonObject },
})
