import { type Fields, fieldsOf, listOfShape, textOfShape } from '../../shape.ts'
import type { BindingSettings } from '../options.ts'
import { estimateTokens, type Refusal } from '../refusal.ts'
import { compactionsOf, isCompaction } from './compaction-blocks.ts'
import { asksForCompaction, thresholdEdit } from './compaction-request.ts'

/** Answer before it is signed, and its stop reason; null for the usual stop reason. */
export interface PlannedAnswer {
  readonly content: readonly Fields[]
  readonly stop: string | null
}

const summary = 'Summary.'

/** Returns what a request is answered with: a script, or the content that the request asks for. */
export const planAnswer = (
  request: Fields,
  script: readonly Fields[] | null,
  settings: BindingSettings,
): PlannedAnswer => {
  const { applies, compaction } = settings
  if (asksForCompaction(request)) {
    if (compaction !== 'summary' && applies('no-summary')) return { content: [], stop: compaction }
    return { content: script ?? [signedBlock(request, settings)], stop: 'compaction' }
  }
  const content = script ?? thoughtful
  const edit = thresholdEdit(request)
  const isDue =
    edit !== null && applies('threshold-due') && !content.some(isCompaction) && isPastThreshold(request, edit)
  // A threshold compaction without a summary is a block without content, which does nothing.
  const block = {
    type: 'compaction',
    content: compaction === 'summary' ? summary : null,
    encrypted_content: null,
  }
  const whole = isDue ? [block, ...content] : content
  const at = whole.findIndex(isCompaction)
  const isPaused = at >= 0 && edit?.pause_after_compaction === true && applies('threshold-pause')
  return isPaused ? { content: whole.slice(0, at + 1), stop: 'compaction' } : { content: whole, stop: null }
}

const thoughtful: readonly Fields[] = [
  { type: 'thinking', thinking: 'Let me think.' },
  { type: 'text', text: 'Done.' },
]

/** Returns the block of a compaction on demand. Its tool changes are told only with the beta header of inline tools. */
const signedBlock = (request: Fields, { betas }: BindingSettings): Fields => ({
  type: 'compaction',
  content: summary,
  encrypted_content: null,
  ...(betas.includes('inline-tools-2026-09-15') && { tool_changes: toolChangesIn(request) }),
})

/** Returns the newest change of each tool in the messages of a request, with the changes of an earlier compaction. */
const toolChangesIn = (request: Fields): readonly Fields[] => {
  const changes = listOfShape(request.messages)
    .flatMap(message => listOfShape(fieldsOf(message).content).map(fieldsOf))
    .flatMap(block => (isCompaction(block) ? listOfShape(block.tool_changes).map(fieldsOf) : [block]))
    .filter(({ type }) => type === 'tool_addition' || type === 'tool_removal')
  const nameOf = ({ tool }: Fields): string => {
    const { name, definition } = fieldsOf(tool)
    return textOfShape(name) || textOfShape(fieldsOf(definition).name)
  }
  return [...new Map(changes.map(change => [nameOf(change), change])).values()]
}

/** Whether what the model reads of a request is longer than the threshold; 150,000 tokens are the default. */
const isPastThreshold = (request: Fields, edit: Fields): boolean => {
  const { value } = fieldsOf(edit.trigger)
  const { system = null, tools = null } = request
  const newest = compactionsOf(request).findLast(({ block }) => textOfShape(block.content) !== '')
  const from = Number(newest?.path.split('.')[1] ?? 0)
  const read = [system, tools, listOfShape(request.messages).slice(from)]
  return estimateTokens(read) >= (typeof value === 'number' ? value : 150_000)
}

/** Returns the error of a compaction that cannot be made or read at the moment. */
export const unavailableError = (
  request: Fields,
  { applies, compaction }: BindingSettings,
): Refusal | null =>
  compaction === 'unavailable' &&
  applies('unavailable') &&
  (asksForCompaction(request) || compactionsOf(request).some(({ isSigned }) => isSigned))
    ? { status: 529, message: 'Overloaded', code: 'compaction_unavailable' }
    : null
