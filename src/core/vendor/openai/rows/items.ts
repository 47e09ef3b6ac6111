/** Facts about a type of items. */
interface ItemFacts {
  /** Kind of part that the importer reads: a call, its result, an item that the caller adds, or one that the model adds. */
  readonly is: 'call' | 'result' | 'caller' | 'model'
  /** Whether the API itself defines the tool. */
  readonly builtIn?: true
  /** Type of the events with the pieces of a call's input, where a stream sends it in pieces; null for none. */
  readonly pieces: string | null
}

const result = { is: 'result', pieces: null } as const
const builtInCall = { is: 'call', builtIn: true, pieces: null } as const
const builtInResult = { ...result, builtIn: true } as const
const caller = { is: 'caller', pieces: null } as const

/** Types of items besides messages and reasoning that the importer and the client's stream know. Any other is the model's. */
const itemTypes: ReadonlyMap<string, ItemFacts> = new Map<string, ItemFacts>([
  ['function_call', { is: 'call', pieces: 'response.function_call_arguments.delta' }],
  ['function_call_output', result],
  ['custom_tool_call', { is: 'call', pieces: 'response.custom_tool_call_input.delta' }],
  ['custom_tool_call_output', result],
  ['computer_call', builtInCall],
  ['computer_call_output', builtInResult],
  ['local_shell_call', builtInCall],
  ['local_shell_call_output', builtInResult],
  ['shell_call', builtInCall],
  ['shell_call_output', builtInResult],
  ['apply_patch_call', builtInCall],
  ['apply_patch_call_output', builtInResult],
  ['mcp_approval_response', caller],
  ['additional_tools', caller],
  ['configuration_update', caller],
  ['compaction_trigger', caller],
  ['item_reference', caller],
  ['compaction', caller],
])

const others: ItemFacts = { is: 'model', pieces: null }

/** Returns the facts about a type of items. */
export const itemFacts = (type: string): ItemFacts => itemTypes.get(type) ?? others

/** Types of events with a piece of a call's input. */
export const inputEvents: ReadonlySet<string> = new Set(
  [...itemTypes.values()].flatMap(({ pieces }) => (pieces === null ? [] : [pieces])),
)
