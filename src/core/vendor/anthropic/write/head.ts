import { blankText } from '../../../diag/history.ts'
import { settingDropped } from '../../../diag/target.ts'
import { addCounts } from '../../../ir/count.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import { HeadTally, instructionTexts } from '../../../target/head.ts'
import { importedFieldsFor } from '../../../target/request-fields.ts'
import { sharedMark } from '../../../target/shared-mark.ts'
import type { Head, Setting } from '../../../target/target.ts'
import { answerForm } from './answer.ts'
import { emitConfig } from './config.ts'
import { mayWarm, outputTokens } from './numbers.ts'
import type { AnthropicRequest, TextBlock } from './request.ts'
import { requestForm } from './request-form.ts'
import { Spent } from './spent.ts'
import { emitTools, toolPromptCount } from './tools.ts'

/** Writes everything in a request except its messages. */
export function emitHead(setting: Setting<AnthropicRules>): {
  readonly request: AnthropicRequest
  readonly head: Head
} {
  const tally = new HeadTally()
  const { model, origins } = setting
  const extra = importedFieldsFor(requestForm, setting, tally)
  const request = {
    ...(model !== null && { model }),
    ...(setting.maxOutput !== null && { max_tokens: outputTokens(setting.maxOutput) }),
    ...extra,
  } as unknown as AnthropicRequest
  origins.recordWhole(request, 'c:request')
  for (const key of Object.keys(extra)) origins.recordKey(request, key, `d:extra.${key}`)
  if (model !== null) origins.recordKey(request, 'model', 'd:model')
  const spent = new Spent()
  const answer = answerForm(setting, spent, tally)
  emitSystem(setting, request, answer.words, tally)
  const tools = emitTools(setting, spent, tally)
  if (tools.length > 0) request.tools = tools
  emitConfig(setting, request, answer.field, tally)
  settleOutputLimit(setting, request, tally)
  if (request.tools) tally.addDeclaration('tools', 'd:tools', toolPromptCount(setting, request.tool_choice))
  return { request, head: tally.finishHead() }
}

/** Raises an output limit of zero to one, unless the request may only fill the cache. Reports any changed limit. */
function settleOutputLimit(
  { maxOutput }: Setting<AnthropicRules>,
  request: AnthropicRequest,
  tally: HeadTally,
): void {
  if (request.max_tokens === 0 && !mayWarm(request)) request.max_tokens = 1
  if (maxOutput === null || request.max_tokens === maxOutput) return
  tally.say(
    settingDropped(
      'maxOutputTokens',
      `Anthropic does not accept ${maxOutput}, so ${request.max_tokens} is sent`,
    ),
  )
}

function emitSystem(
  { agent, origins, counter }: Setting<AnthropicRules>,
  request: AnthropicRequest,
  form: string | null,
  tally: HeadTally,
): void {
  const system = instructionTexts(agent, form).flatMap(piece => {
    if (piece.text.trim() === '') return skipBlankText(tally, piece.origin)
    const mark = sharedMark(piece.extra, 'anthropic')
    const extra = piece.extra?.format === 'anthropic' ? piece.extra.fields : mark && { cache_control: mark }
    const block = origins.recordWhole({ type: 'text', text: '', ...extra } as TextBlock, piece.origin)
    block.text = origins.joinRuns(block, 'text', piece.runs)
    tally.addInstructionText(piece, addCounts(counter.text(block.text), counter.message))
    return [block]
  })
  if (system.length > 0) request.system = system
}

/** Reports and drops a blank text, which Claude refuses. */
function skipBlankText(tally: HeadTally, origin: string): [] {
  tally.say(blankText([origin]))
  return []
}
