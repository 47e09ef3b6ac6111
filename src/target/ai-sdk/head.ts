import { blankText } from '../../diag/history.ts'
import { plus } from '../../ir/count.ts'
import { copyJson, wellFormed } from '../../text/well-formed.ts'
import { HeadTally, instructionTexts } from '../head.ts'
import type { Head, Setting } from '../target.ts'
import { answerForm } from './answer-form.ts'
import { emitConfig, emitForm, emitToolChoice } from './config.ts'
import { setSystem } from './messages.ts'
import type { AISDKRules } from './models.ts'
import type { AISDKRequest, SystemMessage } from './request.ts'
import { emitTools } from './tools.ts'

const format = 'ai-sdk'

/** Everything of a request but its messages. */
export function emitHead(setting: Setting<AISDKRules>): {
  readonly request: Omit<AISDKRequest, 'messages'>
  readonly head: Head
} {
  const tally = new HeadTally()
  const { agent, origins } = setting
  const extra = agent.extra?.format === format ? copyJson(agent.extra.fields) : {}
  const request = { ...extra } as unknown as AISDKRequest
  origins.whole(request, 'c:request')
  for (const key of Object.keys(extra)) origins.key(request, key, `d:extra.${key}`)
  const answer = answerForm(setting, tally)
  emitSystem(setting, request, answer.words, tally)
  const tools = emitTools(setting, tally)
  if (tools !== undefined) request.tools = tools
  emitConfig(setting, request, tally)
  emitToolChoice(setting, request, tally)
  if (answer.field !== null) emitForm(setting, request, answer.field, tally)
  return { request, head: tally.done() }
}

/** The instruction, text by text. */
function emitSystem(
  { agent, origins, counter, facts }: Setting<AISDKRules>,
  request: AISDKRequest,
  form: string | null,
  tally: HeadTally,
): void {
  const texts = instructionTexts(agent, form).flatMap(({ piece, origin, section }) => {
    if (facts.rules.refusesBlank && piece.text.trim() === '') {
      tally.say(blankText([origin]))
      return []
    }
    const message = { role: 'system', content: wellFormed(piece.text) } as SystemMessage
    if (piece.extra?.format === format) Object.assign(message, copyJson(piece.extra.fields))
    tally.add(section, origin, plus(counter.text(message.content), counter.message))
    return [origins.whole(message, origin)]
  })
  setSystem(origins, request, texts)
}
