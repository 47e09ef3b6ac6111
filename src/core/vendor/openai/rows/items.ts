/** Whether an item's id looks like an id of the API, with a prefix such as `rs`. The API refuses any other id. */
export const isOwnId = (id: unknown, prefix: string): id is string =>
  typeof id === 'string' && id.startsWith(prefix) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)

/** Facts about one type of item. */
interface ItemFacts {
  /** Kind of item: a call, a call's result, or an item that the caller or the model adds. */
  readonly is: 'call' | 'result' | 'caller' | 'model'
  /** Whether the call is of a tool that the API itself defines. */
  readonly builtIn?: true
  /** Type of the stream events that contain fragments of a call's input; null if there is none. */
  readonly pieces: string | null
}

const result = { is: 'result', pieces: null } as const
const builtInCall = { is: 'call', builtIn: true, pieces: null } as const
const builtInResult = { ...result, builtIn: true } as const
const caller = { is: 'caller', pieces: null } as const

/**
 * Types of items, except messages and reasoning, that the importer and the client's stream know. An item of an unknown
 * type is treated as the model's.
 */
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

/** Returns the facts about an item's type; defaults for an unknown type. */
export const itemFacts = (type: string): ItemFacts => itemTypes.get(type) ?? others

/** Types of stream events that contain a fragment of a call's input. */
export const inputEvents: ReadonlySet<string> = new Set(
  [...itemTypes.values()].flatMap(({ pieces }) => (pieces === null ? [] : [pieces])),
)
