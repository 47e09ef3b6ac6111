import type { ToolChoice } from '../../../agent/agent.ts'
import { declaredToolNames } from '../../../agent/tool-facts.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { ConfigDraft } from '../../../target/config-draft.ts'
import type { Setting } from '../../../target/target.ts'
import type { AnthropicRequest, ToolChoice as WireChoice } from './request.ts'
import { thinkingMode } from './thinking.ts'

/** Writes the tool choice if its tool is declared. A choice that forces a call is dropped while thinking is enabled. */
export function emitToolChoice(
  { agent, config: { toolChoice, parallelToolCalls }, names }: Setting<AnthropicRules>,
  { request, set, drop }: ConfigDraft<AnthropicRequest>,
): void {
  if (toolChoice === undefined && parallelToolCalls === undefined) return
  if (!request.tools)
    return toolChoice === undefined || toolChoice === 'auto' || toolChoice === 'none'
      ? undefined
      : drop('toolChoice', 'no tools are declared')
  const forced = toolChoice === 'required' || typeof toolChoice === 'object'
  const undeclared =
    typeof toolChoice === 'object' &&
    !request.tools.some(tool => tool.name === names.toWire(toolChoice.tool)) &&
    !declaredToolNames({ tools: agent.announced ?? [] }).includes(toolChoice.tool)
  if (forced && (undeclared || thinkingMode(request) === 'enabled')) {
    drop(
      'toolChoice',
      undeclared ? 'the tool is not declared' : 'a call cannot be forced while thinking is enabled',
    )
  } else {
    const choice = wireChoice(toolChoice ?? 'auto', parallelToolCalls, name => names.toWire(name))
    set('tool_choice', choice, 'toolChoice')
  }
}

function wireChoice(
  choice: ToolChoice,
  parallel: boolean | undefined,
  wire: (name: string) => string,
): WireChoice {
  if (choice === 'none') return { type: 'none' }
  const flag = parallel === undefined ? {} : { disable_parallel_tool_use: !parallel }
  if (choice === 'auto') return { type: 'auto', ...flag }
  return choice === 'required' ? { type: 'any', ...flag } : { type: 'tool', name: wire(choice.tool), ...flag }
}
