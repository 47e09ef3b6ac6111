import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../../shape.ts'
import type { BindingSettings } from '../options.ts'
import { badRequest, type Refusal } from '../refusal.ts'
import { compactionsOf, onDemandBeta } from './compaction-blocks.ts'

/** Whether a request asks for a compaction on demand. */
export const asksForCompaction = (request: Fields): boolean => !isAbsentOrNull(request.compaction)

const hasBudgetLeft = (request: Fields): boolean =>
  !isAbsentOrNull(fieldsOf(fieldsOf(request.output_config).task_budget).remaining)

/** Fields that a request for a compaction may not have, with the rule that excludes each. Source: COD. */
const excluded: readonly (readonly [rule: string, field: string, has: (request: Fields) => boolean])[] = [
  ['asks-management', 'context_management', request => !isAbsentOrNull(request.context_management)],
  ['asks-stops', 'stop_sequences', request => listOfShape(request.stop_sequences).length > 0],
  [
    'asks-format',
    'output_config.format',
    request => !isAbsentOrNull(fieldsOf(request.output_config).format ?? request.output_format),
  ],
  [
    'asks-choice',
    'tool_choice',
    request => ['any', 'tool'].includes(textOfShape(fieldsOf(request.tool_choice).type)),
  ],
  ['asks-budget', 'output_config.task_budget.remaining', hasBudgetLeft],
]

/** Returns the error of a request that asks for a compaction, or carries one, under the wrong conditions. */
export const compactionRequestError = (request: Fields, settings: BindingSettings): Refusal | null => {
  const { applies } = settings
  if (asksForCompaction(request)) return askingError(request, settings)
  if (
    applies('block-budget') &&
    hasBudgetLeft(request) &&
    compactionsOf(request).some(({ isSigned }) => isSigned)
  )
    return badRequest('output_config.task_budget.remaining: not supported with a `compaction` block')
  return thresholdError(request, settings)
}

const askingError = (request: Fields, { applies, betas, platform }: BindingSettings): Refusal | null => {
  if (applies('asks-platform') && platform === 'bedrock')
    return badRequest('compaction: Extra inputs are not permitted')
  if (applies('asks-header') && !betas.includes(onDemandBeta))
    return badRequest(`\`compaction\` requires anthropic-beta: ${onDemandBeta}`)
  const wrong = excluded.find(([rule, , has]) => applies(rule) && has(request))
  if (wrong !== undefined) return badRequest(`${wrong[1]}: cannot be combined with \`compaction\``)
  if (applies('asks-instructions') && textOfShape(fieldsOf(request.compaction).instructions).length > 16_384)
    return badRequest('compaction.instructions: String should have at most 16384 characters')
  const messages = listOfShape(request.messages).map(fieldsOf)
  if (applies('asks-finished') && hasOpenCall(messages.at(-1)))
    return badRequest('messages: the conversation ends with an unfinished turn', 'compaction_incomplete_turn')
  if (applies('asks-something') && !messages.some(hasContent))
    return badRequest('messages: nothing to summarize', 'compaction_nothing_to_summarize')
  return null
}

const hasContent = ({ role, content }: Fields): boolean =>
  role !== 'system' && (typeof content === 'string' ? content !== '' : listOfShape(content).length > 0)

/** Whether a message is an answer with a call that it does not hold the result of. */
const hasOpenCall = (message: Fields = {}): boolean => {
  const blocks = listOfShape(message.content).map(fieldsOf)
  const done = blocks.map(({ tool_use_id: id }) => textOfShape(id))
  return (
    message.role === 'assistant' &&
    blocks.some(({ type, id }) => textOfShape(type).endsWith('tool_use') && !done.includes(textOfShape(id)))
  )
}

/** Returns the edit of a request that compacts at a threshold of tokens; null if the request has none. */
export const thresholdEdit = (request: Fields): Fields | null =>
  listOfShape(fieldsOf(request.context_management).edits)
    .map(fieldsOf)
    .find(({ type }) => type === 'compact_20260112') ?? null

const thresholdError = (request: Fields, { applies, betas }: BindingSettings): Refusal | null => {
  const edit = thresholdEdit(request)
  if (edit === null) return null
  const path = 'context_management.edits.compact_20260112'
  if (applies('threshold-header') && !betas.includes('compact-2026-01-12'))
    return badRequest(`${path}: requires anthropic-beta: compact-2026-01-12`)
  const { value } = fieldsOf(edit.trigger)
  if (applies('threshold-least') && typeof value === 'number' && value < 50_000)
    return badRequest(`${path}.trigger.value: Input should be greater than or equal to 50000`)
  if (applies('threshold-signed') && compactionsOf(request).some(({ isSigned }) => isSigned))
    return badRequest(`${path}: cannot be combined with a signed \`compaction\` block`)
  return null
}
