import { addCounts, type Count, zero } from '../../../ir/count.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import { fillerText } from '../../../lower/repairs.ts'
import { CheckedMessages } from '../../../target/checked.ts'
import { fillerBetween } from '../../../target/filler.ts'
import { claudeLimits } from '../../../target/limits.ts'
import { runChecks, runFixes } from '../../../target/rule.ts'
import {
  type BackEnd,
  type Fragment,
  listAsPieces,
  noBreakpoints,
  type Setting,
  type Target,
} from '../../../target/target.ts'
import { weighMessage } from '../../../target/weight.ts'
import { WrittenMessages } from '../../../target/written-messages.ts'
import { anthropicForms } from '../../ai-sdk/forms/anthropic.ts'
import { claudeHeaders } from './betas.ts'
import { marking } from './cache.ts'
import { asksForCompaction, beginsSigned, claudeCompactionRequest } from './compaction.ts'
import { emitHead } from './head.ts'
import { isEffortDirective } from './late-system.ts'
import { claudeFacts, readsThinking } from './models.ts'
import { isAtWork, whyAnthropicItemUnsendable } from './opaque.ts'
import { addClaudeQuestion } from './question.ts'
import { type AnthropicRequest, emptySchema, type Message, type ToolDeclaration } from './request.ts'
import { rules } from './rules.ts'
import { announceToolChanges } from './tool-changes.ts'
import { toolCount, toolPromptCount } from './tools.ts'
import { emitUnit } from './unit.ts'

const roleAt = (fragment: Fragment | undefined, place: number): Message | undefined =>
  fragment?.messages.at(place) as Message | undefined

function beginClaudeTarget(setting: Setting<AnthropicRules>): BackEnd {
  const { request: bare, head } = emitHead(setting)
  const { counter, origins } = setting
  const checked = new CheckedMessages()
  const written = new WrittenMessages<Message>()
  const filler = (): Count => addCounts(counter.text(fillerText), counter.message)
  const declared = bare.tools !== undefined
  const asks = asksForCompaction(bare)
  const endsWithoutUser = (last: Fragment | undefined): boolean => {
    const message = roleAt(last, -1)
    return message?.role === 'assistant' && !asks && !isAtWork(message.content)
  }
  const stub = (name: string): ToolDeclaration =>
    origins.recordWhole(
      { name, input_schema: { ...emptySchema } as ToolDeclaration['input_schema'] },
      'c:stub',
    )
  return {
    head,
    weight: weighMessage(bare),
    unit: (block, options) => emitUnit(setting, block, options),
    stub(name, first) {
      if (declared) return null
      const count = toolCount(setting, stub(name))
      return first ? addCounts(count, toolPromptCount(setting, undefined)) : count
    },
    edges(first, last) {
      const message = roleAt(first, 0)
      const opens = message === undefined || (message.role === 'assistant' && !beginsSigned(message))
      // A message that only sets the effort is not counted as first or last, so a filler may be needed.
      const opening = opens || isEffortDirective(message) ? filler() : zero
      return endsWithoutUser(last) || isEffortDirective(roleAt(last, -1))
        ? addCounts(opening, filler())
        : opening
    },
    finish(fragments, stubs, note, edit) {
      const messages = written.messagesOf(fragments)
      const tools = stubs.length > 0 ? { tools: stubs.map(stub) } : {}
      const made: AnthropicRequest = origins.copyOrigins({ ...bare, ...tools, messages }, bare)
      const request = setting.isRemarked
        ? (marking.mark(made, noBreakpoints, setting) as AnthropicRequest)
        : made
      runFixes(rules, { request, facts: setting.facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as AnthropicRequest, setting.facts, checked),
    idle: endsWithoutUser,
    filler: () => fillerBetween({ role: 'user', content: [{ type: 'text', text: fillerText }] }, setting),
    clears: envelope => setting.facts.rules.midSystem && envelope?.format === 'anthropic',
    announce: changes => announceToolChanges(setting, bare, changes),
    travels: (part, role) =>
      part.format === 'anthropic' && whyAnthropicItemUnsendable(part, setting, role) === null,
  }
}

/** Target for Anthropic's Messages API. */
export const anthropic: Target<AnthropicRules> = {
  name: 'anthropic',
  label: 'Anthropic Messages',
  nameRule: { allowed: /^[a-zA-Z0-9_-]+$/, longest: 128 },
  demandsMaxOutput: true,
  mostMessages: 100_000,
  limits: claudeLimits,
  facts: claudeFacts,
  pieces(request) {
    const { tools, system, messages } = request as AnthropicRequest
    return [
      ...listAsPieces('/tools', tools, null),
      ...listAsPieces('/system', system, null),
      ...messages.flatMap(({ role, content }, index) =>
        listAsPieces(`/messages/${index}/content`, content, role),
      ),
    ]
  },
  marking,
  headers: request => claudeHeaders(request),
  bindsReasoning: facts => facts.binds !== undefined,
  reads: readsThinking,
  forms: anthropicForms,
  rules,
  question: addClaudeQuestion,
  compactionRequest: claudeCompactionRequest,
  begin: beginClaudeTarget,
}
