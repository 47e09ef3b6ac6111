import { settingDropped } from '../../../diag/target.ts'
import type { HeadTally } from '../../../target/head.ts'
import type { Setting } from '../../../target/target.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest } from './request.ts'
import { isOutsideRequest } from './told.ts'

/** Writes the tool choice if its tool is declared. */
export function emitToolChoice(setting: Setting<AISDKRules>, request: AISDKRequest, tally: HeadTally): void {
  const { config, origins, names } = setting
  const { toolChoice } = config
  if (toolChoice === undefined) return
  const named = typeof toolChoice === 'object' ? names.toWire(toolChoice.tool) : null
  if (request.tools === undefined || (named !== null && !Object.hasOwn(request.tools, named))) {
    if (toolChoice === 'auto' || toolChoice === 'none') return
    const why = named === null ? 'no tools are declared' : 'the tool is not declared'
    return tally.say(settingDropped('toolChoice', why))
  }
  // Claude's package throws if a message defines another tool; OpenAI's cannot name a tool of a message.
  const isRefused =
    setting.facts.rules.vendor === 'anthropic'
      ? setting.agent.told?.includes('tools') === true
      : named !== null && isOutsideRequest(request.tools[named])
  if (named !== null && isRefused)
    return tally.say(settingDropped('toolChoice', 'messages of the conversation declare tools'))
  request.toolChoice =
    typeof toolChoice === 'object' ? { type: 'tool', toolName: named as string } : toolChoice
  origins.recordKey(request, 'toolChoice', 'd:generateConfig.toolChoice')
}
