/** Fields that `function_call` and other call items have in common. */
const called = ['type', 'id', 'call_id', 'status']

const toolItems: { readonly [type: string]: readonly string[] } = {
  file_search_call: ['type', 'id', 'status', 'queries', 'results'],
  web_search_call: ['type', 'id', 'status', 'action'],
  image_generation_call: ['type', 'id', 'status', 'result'],
  code_interpreter_call: ['type', 'id', 'status', 'code', 'container_id', 'outputs'],
  computer_call: [...called, 'action', 'actions', 'pending_safety_checks'],
  computer_call_output: [...called, 'output', 'acknowledged_safety_checks'],
  local_shell_call: [...called, 'action'],
  // The SDK's type of this item has no `call_id`, but the API matches the output to its call by `call_id`.
  local_shell_call_output: [...called, 'output'],
  shell_call: [...called, 'action', 'caller', 'environment'],
  shell_call_output: [...called, 'output', 'caller', 'max_output_length'],
  apply_patch_call: [...called, 'operation', 'caller'],
  apply_patch_call_output: [...called, 'output', 'caller'],
  tool_search_call: [...called, 'arguments', 'execution'],
  tool_search_output: [...called, 'tools', 'execution'],
  function_call: [...called, 'name', 'arguments', 'namespace', 'caller'],
  function_call_output: [...called, 'output', 'caller'],
  custom_tool_call: ['type', 'id', 'call_id', 'name', 'input', 'namespace', 'caller'],
  custom_tool_call_output: ['type', 'id', 'call_id', 'output', 'caller'],
  mcp_list_tools: ['type', 'id', 'server_label', 'tools', 'error'],
  mcp_approval_request: ['type', 'id', 'server_label', 'name', 'arguments'],
  mcp_approval_response: ['type', 'id', 'approval_request_id', 'approve', 'reason'],
  mcp_call: [
    ...['type', 'id', 'server_label', 'name', 'arguments'],
    ...['approval_request_id', 'error', 'output', 'status'],
  ],
}

const otherItems: { readonly [type: string]: readonly string[] } = {
  message: ['type', 'role', 'content', 'id', 'status', 'phase'],
  reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content', 'status'],
  item_reference: ['type', 'id'],
  compaction: ['type', 'id', 'encrypted_content'],
  compaction_trigger: ['type', 'id'],
  additional_tools: ['type', 'id', 'role', 'tools'],
  program: ['type', 'id', 'call_id', 'code', 'fingerprint'],
  program_output: ['type', 'id', 'call_id', 'result', 'status'],
}

/** Fields of each item type; null if the fields are unknown. Source: openai 6.49.0 `ResponseInputItem`. */
export const fieldsByType: ReadonlyMap<string, ReadonlySet<string> | null> = new Map<
  string,
  ReadonlySet<string> | null
>([
  ...Object.entries({ ...otherItems, ...toolItems }).map(
    ([type, fields]) => [type, new Set(fields)] as const,
  ),
  // OpenAI documents this item type, but the SDK's types lack it.
  ['configuration_update', null],
])

/**
 * Allowed fields of an object inside an item of a built-in tool, by item type and field name. Source: openai 6.49.0
 * `ResponseInputItem`.
 */
export const innerFields: ReadonlyMap<
  string,
  readonly (readonly [field: string, known: ReadonlySet<string>])[]
> = new Map([
  ['shell_call', [['action', new Set(['commands', 'timeout_ms', 'max_output_length'])]]],
  ['shell_call_output', [['output', new Set(['stdout', 'stderr', 'outcome'])]]],
  ['apply_patch_call', [['operation', new Set(['type', 'path', 'diff'])]]],
  [
    'local_shell_call',
    [['action', new Set(['type', 'command', 'env', 'timeout_ms', 'user', 'working_directory'])]],
  ],
  ['computer_call_output', [['output', new Set(['type', 'file_id', 'image_url'])]]],
] as const)
