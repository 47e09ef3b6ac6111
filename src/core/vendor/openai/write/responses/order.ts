import type { OpenAIRules } from '../../../../ir/model.ts'
import { type Position, walkItems } from '../../../../target/automaton.ts'
import type { RuleTable } from '../../../../target/rule.ts'
import { isNewType } from '../../../../target/wire-types.ts'
import { itemFacts } from '../../rows/items.ts'
import type { InputItem, ResponsesRequest } from './request.ts'

type Say = (rule: string, message: string) => void

/** Item in wire form, including types that the target never writes. */
interface WireItem {
  type?: string
  role?: string
  call_id?: string
  id?: string
}

const isCall = ({ type = '' }: WireItem): boolean => itemFacts(type).is === 'call'
const isOutput = ({ type = '' }: WireItem): boolean => itemFacts(type).is === 'result'

/** Checks the rules about the order of items (R1 to R3, R10) in one pass. */
export const checkItemOrder: RuleTable<ResponsesRequest, OpenAIRules>['order'] = (
  request,
  report,
  _facts,
  rests,
) => {
  const chained = 'previous_response_id' in request || 'conversation' in request
  const end = walkItems(
    request.input,
    '/input',
    (position, item, say) => stepItem(position, item as WireItem, say, chained),
    report,
    rests,
  )
  if (end.open.size > 0)
    report('R2', `/input/${request.input.length - 1}`, `calls without an output: ${[...end.open].join(', ')}`)
  for (const [index, item] of request.input.entries()) {
    checkNeighbours(item, request.input[index + 1], (rule, message) =>
      report(rule, `/input/${index}`, message),
    )
  }
}

function stepItem(position: Position, item: WireItem, say: Say, chained: boolean): Position {
  const { open } = position
  const id = item.call_id ?? ''
  if (isCall(item)) {
    if (open.has(id)) say('R1', `two calls have the id ${id}`)
    return { after: 'model', open: open.add(id) }
  }
  if (isOutput(item)) {
    if (!open.delete(id) && !chained) say('R1', `the output ${id} answers no call before it`)
    return { after: 'user', open }
  }
  return { after: item.role === 'user' ? 'user' : 'model', open }
}

/** Types of the model's items, except calls. */
const said = new Set(['reasoning', 'compaction', 'mcp_approval_request', 'mcp_list_tools', 'program'])

/** Whether the model makes items of a type, so that they may depend on the reasoning before them. */
export const isModelItem = (type: string): boolean =>
  type.endsWith('_call') || said.has(type) || isNewType(type)

/** Whether an item may depend on reasoning: the model made the item, and it does not answer another item. */
export function mayFollowReasoning(item: InputItem | undefined): boolean {
  if (item === undefined) return false
  const { type = 'message', role } = item as WireItem
  return type === 'message' ? role === 'assistant' : isModelItem(type)
}

/**
 * Checks rules R3 (an item that depends on reasoning must directly follow it) and R10 (no two configuration updates in
 * a row).
 */
function checkNeighbours(item: InputItem, next: InputItem | undefined, say: Say): void {
  const { type, id } = item as WireItem
  if (type === 'reasoning' && id !== undefined && !mayFollowReasoning(next))
    say('R3', 'the item after the reasoning is missing')
  if (type === 'configuration_update' && (next as WireItem | undefined)?.type === type)
    say('R10', 'two configuration updates follow each other')
}
