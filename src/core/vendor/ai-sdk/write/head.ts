import { blankText } from '../../../diag/history.ts'
import { addCounts } from '../../../ir/count.ts'
import { HeadTally, instructionTexts } from '../../../target/head.ts'
import { importedFieldsFor } from '../../../target/request-fields.ts'
import type { Head, Setting } from '../../../target/target.ts'
import { copyJson } from '../../../text/well-formed.ts'
import { answerForm } from './answer-form.ts'
import { askToCompact } from './compact-within.ts'
import { emitConfig, emitForm } from './config.ts'
import { setSystem } from './messages.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, SystemMessage } from './request.ts'
import { requestForm } from './request-form.ts'
import { keepTold } from './told.ts'
import { emitToolChoice } from './tool-choice.ts'
import { emitTools } from './tools.ts'

const format = 'ai-sdk'

/** Writes everything in a request except its messages. */
export function emitHead(setting: Setting<AISDKRules>): {
  readonly request: Omit<AISDKRequest, 'messages'>
  readonly head: Head
  readonly compactsWithin: boolean
} {
  const tally = new HeadTally()
  const { origins } = setting
  const extra = copyJson(importedFieldsFor(requestForm, setting, tally))
  const request = { ...extra } as unknown as AISDKRequest
  origins.recordWhole(request, 'c:request')
  for (const key of Object.keys(extra)) origins.recordKey(request, key, `d:extra.${key}`)
  const answer = answerForm(setting, tally)
  emitSystem(setting, request, answer.words, tally)
  const tools = emitTools(setting, tally)
  if (tools !== undefined) request.tools = tools
  emitConfig(setting, request, tally)
  emitToolChoice(setting, request, tally)
  if (answer.field !== null) emitForm(setting, request, answer.field, tally)
  keepTold(setting, request)
  const compactsWithin = askToCompact(setting, request)
  return { request, head: tally.finishHead(), compactsWithin }
}

/** Writes the texts of the instruction. */
function emitSystem(
  { agent, origins, counter, facts }: Setting<AISDKRules>,
  request: AISDKRequest,
  form: string | null,
  tally: HeadTally,
): void {
  const texts = instructionTexts(agent, form).flatMap(piece => {
    if (facts.rules.refusesBlank && piece.text.trim() === '') {
      tally.say(blankText([piece.origin]))
      return []
    }
    const message = origins.recordWhole({ role: 'system', content: '' } as SystemMessage, piece.origin)
    message.content = origins.joinRuns(message, 'content', piece.runs)
    if (piece.extra?.format === format) Object.assign(message, copyJson(piece.extra.fields))
    tally.addInstructionText(piece, addCounts(counter.text(message.content), counter.message))
    return [message]
  })
  setSystem(origins, request, texts)
}
