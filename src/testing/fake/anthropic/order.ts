import { fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isServerTool, isThinking, type Turn } from './turn.ts'

const directive = '; the directive-only form (content: [] with output_config) is accepted at any position'

/** Checks the order of roles (rules A4, A6, A12, A16), and combinations that structured output excludes (rule A19). */
export const checkOrder = (check: Check): void => {
  const { merged, facts, report } = check
  const first = merged.find(turn => !onlySetsEffort(turn))
  const opens = first?.placed[0]
  const isSigned = opens?.type === 'compaction' && textOfShape(opens.block.signature) !== ''
  if (first?.role === 'assistant' && facts.firstUser && !isSigned) {
    report('A4', '/messages/0', 'messages: first message must use the "user" role')
  }
  for (const turn of merged) {
    if (turn.role === 'system') checkSystem(check, turn)
    if (turn.role === 'assistant') checkFinalBlock(turn, check)
  }
  checkCompaction(check)
  checkEnd(check)
  checkFormat(check)
}

/**
 * Checks that a signed compaction is the first block of all (rule A33). Source: compaction on demand, SDK error codes.
 */
const checkCompaction = ({ merged, report }: Check): void => {
  for (const [index, { placed }] of merged.entries())
    for (const [place, { type, block, pointer }] of placed.entries())
      if (type === 'compaction' && textOfShape(block.signature) !== '' && index + place > 0)
        report('A33', pointer, 'compaction_block_misplaced: not the first block of the conversation')
}

/** Whether a system message only sets the effort: it has no content, so the API accepts it anywhere. */
const onlySetsEffort = ({ role, placed }: Turn): boolean => role === 'system' && placed.length === 0

const checkSystem = ({ facts, merged, report }: Check, turn: Turn): void => {
  const pointer = `/messages/${turn.first}`
  if (onlySetsEffort(turn)) {
    if (!facts.midSystem) report('A16', pointer, "role 'system' is not supported on this model")
    return
  }
  const at = merged.indexOf(turn)
  const before = merged.slice(0, at).findLast(other => !onlySetsEffort(other))
  const after = merged.slice(at + 1).find(other => !onlySetsEffort(other))
  const path = `messages.${turn.first}`
  if (turn.first === 0) {
    const text = `use the top-level 'system' parameter for the initial system prompt${directive}`
    report('A16', pointer, `${path}: ${text}`)
    return
  }
  if (!facts.midSystem) {
    report('A16', pointer, "role 'system' is not supported on this model")
    return
  }
  const server = before?.role === 'assistant' && isServerTool(before.placed.at(-1)?.type ?? '')
  if (before?.role !== 'user' && !server) {
    const text = `role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`
    report('A16', pointer, `${path}: ${text}${directive}`)
  }
  if (after !== undefined && after.role !== 'assistant') {
    const text = "role 'system' must precede an 'assistant' message or end the array"
    report('A16', pointer, `${path}: ${text}${directive}`)
  }
}

const checkFinalBlock = (turn: Turn, { report }: Check): void => {
  const last = turn.placed.at(-1)
  if (last === undefined || !isThinking(last)) return
  const text = `The final block in an assistant message cannot be \`${last.type}\`.`
  report('A12', last.pointer, `messages.${turn.last}: ${text}`)
}

const isUnfinished = (turn: Turn): boolean => {
  const type = turn.placed.at(-1)?.type ?? ''
  return type === 'tool_use' || isServerTool(type)
}

const checkEnd = ({ request, merged, facts, report }: Check): void => {
  const last = merged.findLast(turn => !onlySetsEffort(turn))
  if (last?.role !== 'assistant' || isUnfinished(last) || !isAbsentOrNull(request.compaction)) return
  const pointer = `/messages/${last.last}`
  if (!facts.prefill) {
    const text = 'This model does not support assistant message prefill.'
    report('A6', pointer, `${text} The conversation must end with a user message.`)
    return
  }
  const block = last.placed.at(-1)
  const text = textOfShape(block?.block.text)
  if (block?.type === 'text' && text !== text.trimEnd()) {
    report('A6', block.pointer, 'messages: final assistant content cannot end with trailing whitespace')
  }
}

const checkFormat = ({ request, merged, turns, report }: Check): void => {
  const format = fieldsOf(request.output_config).format ?? request.output_format
  if (isAbsentOrNull(format)) return
  const last = merged.at(-1)
  if (last?.role === 'assistant' && !isUnfinished(last)) {
    const text = 'output_config.format is incompatible with a prefilled assistant message'
    report('A19', `/messages/${last.last}`, text)
  }
  const cited = turns
    .flatMap(turn => turn.placed)
    .flatMap(placed => [placed.block, ...listOfShape(placed.block.content).map(fieldsOf)])
    .some(block => fieldsOf(block.citations).enabled === true)
  if (cited) report('A19', '/output_config/format', 'output_config.format is incompatible with citations')
}
