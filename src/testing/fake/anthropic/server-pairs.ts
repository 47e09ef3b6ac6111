import { fieldsOf, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import { isServerTool, type Placed } from './turn.ts'

const isCall = ({ type }: Placed): boolean => isServerTool(type) && type.endsWith('_use')

/**
 * Checks server tools (rule A3): a result follows its call, a call has its result before the next user message, and the
 * call that `caller` names exists. Source: the recorded rejection in anthropics/claude-code#65726;
 * programmatic-tool-calling page.
 */
export const checkServerPairs = ({ merged, report }: Check): void => {
  const calls = new Set<string>()
  const open = new Map<string, Placed>()
  for (const turn of merged) {
    if (turn.role === 'user' && turn.placed.some(({ type }) => type !== 'tool_result')) {
      for (const [id, { path, pointer }] of open)
        report('A3', pointer, `${path}: \`server_tool_use\` ${id} was found without its result`)
      open.clear()
    }
    for (const placed of turn.placed) {
      const { block, type, path, pointer } = placed
      const owner = textOfShape(fieldsOf(block.caller).tool_id)
      if (owner !== '' && !calls.has(owner))
        report('A3', pointer, `${path}.caller.tool_id: no \`server_tool_use\` block has the id ${owner}`)
      if (isCall(placed)) {
        const id = textOfShape(block.id)
        // One result is enough for a call that occurs twice.
        if (!calls.has(id)) open.set(id, placed)
        calls.add(id)
      } else if (isServerTool(type)) {
        open.delete(textOfShape(block.tool_use_id))
        if (calls.has(textOfShape(block.tool_use_id))) continue
        const text = `unexpected \`tool_use_id\` found in \`${type}\` blocks: ${textOfShape(block.tool_use_id)}.`
        const rest = `Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`
        report('A3', pointer, `${path}: ${text} ${rest}`)
      }
    }
  }
}
