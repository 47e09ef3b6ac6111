/** Types of items and content in the supported APIs. A type that is not listed comes from a newer API. */
const known = new Set(
  [
    'text image document search_result thinking redacted_thinking tool_use tool_result server_tool_use mcp_tool_use',
    'web_search_tool_result web_fetch_tool_result code_execution_tool_result bash_code_execution_tool_result',
    'text_editor_code_execution_tool_result tool_search_tool_result mcp_tool_result compaction container_upload',
    'tool_reference browser_state tool_addition tool_removal output_config',
    'image_url input_audio file refusal function custom audio',
    'message reasoning reasoning_text summary_text input_text input_image input_file output_text output_audio',
    'function_call function_call_output custom_tool_call custom_tool_call_output computer_call computer_call_output',
    'local_shell_call local_shell_call_output shell_call shell_call_output apply_patch_call apply_patch_call_output',
    'web_search_call file_search_call code_interpreter_call image_generation_call mcp_call mcp_list_tools',
    'mcp_approval_request mcp_approval_response tool_search_call tool_search_output additional_tools',
    'configuration_update compaction_trigger item_reference program program_output',
    'functionCall functionResponse inlineData fileData executableCode codeExecutionResult toolCall toolResponse',
    'audioTranscription',
    'unknown',
  ].flatMap(line => line.split(' ')),
)

/** Pattern of the type names of OpenAI and Anthropic. */
const named = /^[a-z][a-zA-Z0-9_.-]{0,63}$/

/** Whether a type may belong to an API that is newer than these tables. Only a valid type name may. */
export const isNewType = (type: string): boolean => !known.has(type) && named.test(type)
