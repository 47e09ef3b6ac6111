import { findRepeatedItems, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isServerTool, type Placed, type Turn } from './turn.ts'

const idsOf = (turn: Turn | undefined, type: string, field: string): readonly string[] =>
  (turn?.placed ?? []).filter(placed => placed.type === type).map(placed => textOfShape(placed.block[field]))

/**
 * Checks that the user message after a message with tool uses begins with exactly their results (rules A1, A2, A3,
 * A24).
 */
export const checkPairs = (check: Check): void => {
  const { merged, request, report } = check
  checkUniqueIds(check)
  merged.forEach((turn, at) => {
    if (turn.role === 'assistant') checkAnswered(turn, merged[at + 1], report)
    if (turn.role === 'user') checkResults(turn, merged[at - 1], report)
  })
  const used = merged
    .flatMap(turn => turn.placed)
    .find(({ type }) => type === 'tool_use' || type === 'tool_result')
  if (used !== undefined && listOfShape(request.tools).length === 0) {
    const text = 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
    report('A24', used.pointer, text)
  }
}

const checkUniqueIds = ({ merged, report }: Check): void => {
  const uses = merged.flatMap(turn => turn.placed).filter(placed => placed.type === 'tool_use')
  for (const { at } of findRepeatedItems(uses.map(placed => textOfShape(placed.block.id)))) {
    const placed = uses[at] as Placed
    report('tool-id', placed.pointer, `${placed.path}: \`tool_use\` ids must be unique`)
  }
}

const checkAnswered = (turn: Turn, next: Turn | undefined, report: Check['report']): void => {
  const ids = idsOf(turn, 'tool_use', 'id')
  const server = unresolvedServerTool(turn)
  if (ids.length === 0) return
  const missingResultText = (missing: readonly string[]): string =>
    `messages.${turn.last}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
    `${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  const answered = next?.role === 'user' ? idsOf(next, 'tool_result', 'tool_use_id') : []
  const missing = ids.filter(id => !answered.includes(id))
  const pointer = `/messages/${turn.last}`
  if (missing.length > 0) {
    report('A1', pointer, missingResultText(missing))
    return
  }
  const placed = next?.placed ?? []
  const other = placed.find(item => item.type !== 'tool_result')
  if (server !== undefined && other !== undefined) {
    const text = `\`${server}\` is not resolved; the next message may hold only \`tool_result\` blocks`
    report('A3', other.pointer, `messages.${other.message}: ${text}`)
    return
  }
  const lastResult = placed.findLastIndex(item => item.type === 'tool_result')
  if (other !== undefined && placed.indexOf(other) < lastResult)
    report('A2', other.pointer, missingResultText(ids))
}

const unresolvedServerTool = (turn: Turn): string | undefined => {
  const resolved = new Set(turn.placed.map(placed => textOfShape(placed.block.tool_use_id)))
  const open = turn.placed.find(
    ({ type, block }) => isServerTool(type) && type.endsWith('_use') && !resolved.has(textOfShape(block.id)),
  )
  return open === undefined ? undefined : textOfShape(open.block.id)
}

const checkResults = (turn: Turn, before: Turn | undefined, report: Check['report']): void => {
  const uses = before?.role === 'assistant' ? idsOf(before, 'tool_use', 'id') : []
  const results = turn.placed.filter(placed => placed.type === 'tool_result')
  for (const { block, path, pointer } of results) {
    const id = textOfShape(block.tool_use_id)
    if (uses.includes(id)) continue
    report(
      'A1',
      pointer,
      `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must ` +
        'have a corresponding `tool_use` block in the previous message.',
    )
  }
  for (const { value, at } of findRepeatedItems(
    results.map(placed => textOfShape(placed.block.tool_use_id)),
  )) {
    const placed = results[at] as Placed
    const text = `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${value}`
    report('A1', placed.pointer, `${placed.path}: ${text}`)
  }
}
