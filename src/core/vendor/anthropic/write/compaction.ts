import { settingDropped } from '../../../diag/target.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { Draft, Report } from '../../../target/rule.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'

/** Fields of a compaction, or of a request for one, that the request type does not declare. */
interface Untyped {
  type?: string
  signature?: unknown
  compaction?: unknown
  context_management?: unknown
  task_budget?: unknown
}

/** Whether a request asks for a summary of its messages. No message may then be added at their end. */
export const asksForCompaction = (request: object): boolean => (request as Untyped).compaction != null

/** Whether a block is a compaction that the app requested. Such a block is signed, and must be the request's first. */
export function isSignedCompaction(block: object | undefined): boolean {
  const { type, signature } = (block ?? {}) as Untyped
  return type === 'compaction' && typeof signature === 'string' && signature !== ''
}

/** Whether a message begins with a compaction that the app requested, which is signed. */
export const beginsSigned = (message: Message | undefined): boolean => isSignedCompaction(message?.content[0])

/** Whether a message contains only a signed compaction. It must not be merged with neighbouring messages. */
export const isOnlySignedCompaction = (message: Message): boolean =>
  message.content.length === 1 && beginsSigned(message)

/** Settings that the API refuses next to a request for a compaction. */
const besideNone = ['context_management', 'stop_sequences', 'task_budget'] as const

/** Rule A33: drops the settings that the API refuses next to a request for a compaction. */
export function dropCompactionConflicts({
  request,
  note,
}: Pick<Draft<AnthropicRequest, AnthropicRules>, 'request' | 'note'>): void {
  const asks = asksForCompaction(request)
  if (!asks && !beginsSigned(request.messages[0])) return
  const wire = request as unknown as Record<string, unknown>
  for (const setting of asks ? besideNone : (['context_management'] as const)) {
    if (wire[setting] === undefined) continue
    delete wire[setting]
    const at = `d:extra.${setting}`
    const describeDrop = () =>
      settingDropped(setting, 'it cannot be combined with a compaction on demand', at)
    note({ kind: `CX7012 ${setting}`, say: describeDrop, at })
  }
}

/**
 * Checks rule A33: a signed compaction is the request's first block, and no other setting of the request edits the
 * history.
 */
export function checkCompaction(request: AnthropicRequest, report: Report): void {
  const { messages } = request
  for (const [index, { content }] of messages.entries())
    for (const [place, block] of (content as readonly ContentBlock[]).entries())
      if (isSignedCompaction(block) && index + place > 0)
        report(`/messages/${index}/content/${place}`, 'a signed compaction must be the first block')
  const wire = request as unknown as Untyped
  const isHeld = asksForCompaction(request) || beginsSigned(messages[0])
  if (isHeld && wire.context_management !== undefined)
    report('/context_management', 'it cannot be combined with a compaction on demand')
}
