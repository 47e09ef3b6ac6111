import type { Setting } from '../../../target/target.ts'
import { optionsUnder } from '../rows/options.ts'
import { isChained } from './held.ts'
import type { AISDKRules } from './models.ts'
import { openaiName, setOption } from './provider-option.ts'
import type { AISDKRequest } from './request.ts'

/**
 * Asks OpenAI to compact within its answers, unless the app's request has its own setting. Returns whether it is asked.
 * If the server stores earlier messages, the history here is not what it would compact.
 */
export function askToCompact(setting: Setting<AISDKRules>, request: Omit<AISDKRequest, 'messages'>): boolean {
  const { compactAt, facts } = setting
  if (compactAt === null || !facts.rules.compactsWithin || isChained(request)) return false
  const name = openaiName(request, facts.rules.reader)
  if (optionsUnder(request, [name])?.contextManagement != null) return false
  const contextManagement = [{ type: 'compaction', compactThreshold: compactAt }]
  setOption(setting, request, name, { contextManagement }, 'c:request')
  return true
}
