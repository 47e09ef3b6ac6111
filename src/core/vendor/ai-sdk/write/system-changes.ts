import type { JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import { optionsUnder, ownerOfItem } from '../forms/owner.ts'
import type { AISDKRules } from './models.ts'
import type { ModelMessage, SystemMessage } from './request.ts'

/** Whether a part holds the changes, besides its text, that options of a system message make. */
export const isChanges = (part: Part): part is OpaquePart =>
  part.kind === 'opaque' && part.format === 'ai-sdk' && part.type === 'system-changes'

/** Whether the package that reads the request takes such changes: Claude's only where system text may come later. */
export const takesChanges = (part: OpaquePart, { vendor, lateSystem }: AISDKRules): boolean =>
  ownerOfItem(part) === vendor && (vendor !== 'anthropic' || lateSystem === 'after-user')

/** Whether Claude's package reads a text of a system message as one for one turn. */
export const takesPassing = ({ vendor, lateSystem }: AISDKRules): boolean =>
  vendor === 'anthropic' && lateSystem === 'after-user'

/** Returns Claude's options of a system message. */
export const claudeOptions = (message: SystemMessage): Readonly<Record<string, unknown>> =>
  optionsUnder(message, ['anthropic']) ?? {}

/** Whether Claude's package reads more of a system message than its text. */
export function changesTurns(message: SystemMessage): boolean {
  const { effort, toolChanges, clearAt } = claudeOptions(message)
  return [effort, toolChanges, clearAt].some(option => option !== undefined)
}

/** Whether a message only sets the effort, which needs no place. */
export function isDirective(message: ModelMessage | undefined): boolean {
  if (message?.role !== 'system' || message.content !== '') return false
  const { effort, toolChanges, clearAt } = claudeOptions(message)
  return typeof effort === 'string' && toolChanges === undefined && clearAt === undefined
}

/** Whether a message has no text, but options with which Claude's package sends it. */
export function setsOnly(message: ModelMessage, rules: AISDKRules): boolean {
  if (message.role !== 'system' || message.content !== '' || !takesPassing(rules)) return false
  const { effort, toolChanges } = claudeOptions(message)
  return effort !== undefined || toolChanges !== undefined
}

/** Returns a part with the options of a system message, for a note. */
export const changesAsPart = (message: SystemMessage): OpaquePart => ({
  kind: 'opaque',
  format: 'ai-sdk',
  type: 'system-changes',
  payload: { providerOptions: message.providerOptions as unknown as JsonObject },
})
