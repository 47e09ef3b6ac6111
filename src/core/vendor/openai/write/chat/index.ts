import type { OpenAIRules } from '../../../../ir/model.ts'
import { CheckedMessages } from '../../../../target/checked.ts'
import { chatLimitsOf } from '../../../../target/limits.ts'
import { runChecks, runFixes } from '../../../../target/rule.ts'
import {
  type BackEnd,
  listAsPieces,
  noBreakpoints,
  type Setting,
  type Target,
} from '../../../../target/target.ts'
import { WrittenMessages } from '../../../../target/written-messages.ts'
import { chatForms } from '../../../ai-sdk/forms/openai.ts'
import { markingOf } from '../shared/cache.ts'
import { countEmptyFiller, orFiller } from '../shared/filler.ts'
import { chatFacts } from './dialect.ts'
import { emitHead } from './head.ts'
import { addChatQuestion } from './question.ts'
import type { ChatMessage, ChatRequest } from './request.ts'
import { rules } from './rules.ts'
import { emitUnit } from './unit.ts'

const marking = markingOf({ key: 'messages', text: 'text' })

function beginChatTarget(setting: Setting<OpenAIRules>): BackEnd {
  const { request: bare, system, head } = emitHead(setting)
  const { origins, facts } = setting
  const checked = new CheckedMessages()
  const written = new WrittenMessages<ChatMessage>()
  return {
    head,
    unit: (block, options) => emitUnit(setting, block, options),
    stub: () => null,
    edges: countEmptyFiller(setting, system),
    finish(fragments, _stubs, note, edit) {
      const messages = written.messagesOf(fragments, system)
      const made: ChatRequest = origins.copyOrigins(
        { ...bare, messages: orFiller(messages, setting, note) },
        bare,
      )
      const request = setting.isRemarked ? (marking.mark(made, noBreakpoints, setting) as ChatRequest) : made
      runFixes(rules, { request, facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as ChatRequest, facts, checked),
    // The API accepts a history that ends with an answer, so no filler is needed.
    idle: () => false,
    travels: () => false,
  }
}

/** Target for Chat Completions of OpenAI, and of the many providers with a compatible API. */
export const openaiChat: Target<OpenAIRules> = {
  name: 'openai-chat',
  label: 'OpenAI Chat Completions',
  nameRule: { allowed: /^[a-zA-Z0-9_-]+$/, longest: 64 },
  demandsMaxOutput: false,
  mostMessages: Number.POSITIVE_INFINITY,
  limits: ({ rules: { dialect } }) => chatLimitsOf(!dialect),
  facts: chatFacts,
  pieces(request) {
    const { tools, messages } = request as ChatRequest
    return [...listAsPieces('/tools', tools, null), ...listAsPieces('/messages', messages, '')]
  },
  marking,
  bindsReasoning: () => false,
  forms: chatForms,
  rules,
  question: addChatQuestion,
  begin: beginChatTarget,
}
