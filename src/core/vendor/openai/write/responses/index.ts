import type { OpenAIRules } from '../../../../ir/model.ts'
import { CheckedMessages } from '../../../../target/checked.ts'
import { openaiLimits } from '../../../../target/limits.ts'
import { runChecks, runFixes } from '../../../../target/rule.ts'
import {
  type BackEnd,
  listAsPieces,
  noBreakpoints,
  type Setting,
  type Target,
} from '../../../../target/target.ts'
import { WrittenMessages } from '../../../../target/written-messages.ts'
import { responsesForms } from '../../../ai-sdk/forms/openai.ts'
import { markingOf } from '../shared/cache.ts'
import { countEmptyFiller, orFiller } from '../shared/filler.ts'
import { openaiFacts, readsReasoning } from '../shared/models.ts'
import { announceChanges } from './announce.ts'
import { responsesCompactionRequest } from './compaction.ts'
import { emitAsInstructions, emitHead } from './head.ts'
import { whyOpenAIItemUnsendable } from './opaque.ts'
import { addResponsesQuestion } from './question.ts'
import type { InputItem, ResponsesRequest } from './request.ts'
import { rules } from './rules.ts'
import { emitUnit } from './unit.ts'

const marking = markingOf({ key: 'input', text: 'input_text' })

function beginResponsesTarget(setting: Setting<OpenAIRules>): BackEnd {
  const { request: bare, system, head, compactsWithin } = emitHead(setting)
  const { origins, facts } = setting
  const checked = new CheckedMessages()
  const written = new WrittenMessages<InputItem>()
  return {
    head,
    ...(compactsWithin && { compactsWithin }),
    unit: (block, options) => emitUnit(setting, block, options),
    stub: () => null,
    edges: countEmptyFiller(setting, system),
    finish(fragments, _stubs, note, edit) {
      const isWindow = fragments.find(({ messages }) => messages.length > 0)?.leads === true
      const input = orFiller(written.messagesOf(fragments, isWindow ? [] : system), setting, note)
      const made: ResponsesRequest = origins.copyOrigins({ ...bare, input }, bare)
      if (isWindow && system.length > 0) emitAsInstructions(setting, made)
      const request = setting.isRemarked
        ? (marking.mark(made, noBreakpoints, setting) as ResponsesRequest)
        : made
      runFixes(rules, { request, facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as ResponsesRequest, facts, checked),
    // The API accepts a history that ends with an answer, so no filler is needed.
    idle: () => false,
    announce: changes => announceChanges(setting, bare, changes),
    travels: part =>
      part.format === 'openai' &&
      whyOpenAIItemUnsendable(part, setting, { reasoning: true, last: false }) === null,
  }
}

/** Target for OpenAI's Responses API. */
export const openai: Target<OpenAIRules> = {
  name: 'openai',
  label: 'OpenAI Responses',
  nameRule: { allowed: /^[a-zA-Z0-9_-]+$/, longest: 64 },
  demandsMaxOutput: false,
  mostMessages: Number.POSITIVE_INFINITY,
  limits: () => openaiLimits,
  facts: openaiFacts,
  pieces(request) {
    const { tools, instructions, input } = request as ResponsesRequest
    const system = instructions === undefined ? [] : [instructions]
    return [
      ...listAsPieces('/tools', tools, null),
      ...system.map(value => ({ pointer: '/instructions', value, role: null })),
      ...listAsPieces('/input', input, ''),
    ]
  },
  trailing: facts => (facts.rules.systemPlace === 'after-input' ? '/instructions' : null),
  marking,
  bindsReasoning: facts => facts.binds !== undefined,
  reads: readsReasoning,
  forms: responsesForms,
  rules,
  question: addResponsesQuestion,
  compactionRequest: responsesCompactionRequest,
  begin: beginResponsesTarget,
}
