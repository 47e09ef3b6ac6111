import { addCounts, type Count, zero } from '../../../ir/count.ts'
import { fillerText } from '../../../lower/repairs.ts'
import { CheckedMessages } from '../../../target/checked.ts'
import { fillerBetween } from '../../../target/filler.ts'
import { runChecks, runFixes } from '../../../target/rule.ts'
import {
  type BackEnd,
  type Fragment,
  listAsPieces,
  noBreakpoints,
  type Piece,
  type Setting,
  type Target,
} from '../../../target/target.ts'
import { WrittenMessages } from '../../../target/written-messages.ts'
import { announceChanges } from './announce.ts'
import { marking } from './cache.ts'
import { emitHead } from './head.ts'
import { sdkHeaders } from './headers.ts'
import { isHeld } from './held.ts'
import { beginsSigned } from './messages.ts'
import { type AISDKRules, aiSdkFacts, readsThought } from './models.ts'
import { nameRule } from './names.ts'
import { isAtWork, whySDKPartUnsendable } from './opaque.ts'
import { addPromptQuestion } from './question.ts'
import type { AISDKRequest, ModelMessage } from './request.ts'
import { rules } from './rules.ts'
import { isDirective, sendsOneTurnText, toldChanges } from './system-changes.ts'
import { isOutsideRequest } from './told.ts'
import { bareCount, bareTool, headWeight, promptCount } from './tools.ts'
import { emitUnit } from './unit.ts'

const messageAt = (fragment: Fragment | undefined, place: number): ModelMessage | undefined =>
  fragment?.messages.at(place) as ModelMessage | undefined

function beginSDKTarget(setting: Setting<AISDKRules>): BackEnd {
  const { request: head, head: sizes, compactsWithin } = emitHead(setting)
  const { counter, origins, facts } = setting
  const checked = new CheckedMessages()
  const written = new WrittenMessages<ModelMessage>()
  const { userEnds, prefill, demandsTools } = facts.rules
  const filler = (): Count => addCounts(counter.text(fillerText), counter.message)
  const declared = head.tools !== undefined
  const endsWithoutUser = (last: Fragment | undefined): boolean => {
    const message = messageAt(last, -1)
    return userEnds && !prefill && message?.role === 'assistant' && !isAtWork(message.content)
  }
  return {
    head: sizes,
    ...(compactsWithin && { compactsWithin }),
    ...(facts.rules.limits.body !== undefined && { weight: headWeight(head) }),
    unit: (block, options) => emitUnit(setting, block, options),
    stub(name, first) {
      if (declared || !demandsTools) return null
      const count = bareCount(setting, name)
      return first ? addCounts(count, promptCount(setting)) : count
    },
    edges(first, last) {
      const message = messageAt(first, 0)
      const opens =
        message === undefined || (userEnds && message.role === 'assistant' && !beginsSigned(message))
      // A message that only sets the effort is not counted as first or last, so a filler may be needed.
      const isFillerNeeded = (message: ModelMessage | undefined): boolean => userEnds && isDirective(message)
      const opening = opens || isFillerNeeded(message) ? filler() : zero
      return endsWithoutUser(last) || isFillerNeeded(messageAt(last, -1))
        ? addCounts(opening, filler())
        : opening
    },
    finish(fragments, stubs, note, edit) {
      const messages = written.messagesOf(fragments)
      const bare = stubs.map(name => [name, origins.recordWhole(bareTool(), 'c:stub')] as const)
      const made: AISDKRequest = {
        ...head,
        ...(bare.length > 0 && { tools: Object.fromEntries(bare) }),
        messages,
      }
      origins.recordWhole(made, 'c:request')
      for (const key of Object.keys(head)) origins.copyKeyOrigin(made, key, origins.originsIn(head).key(key))
      const request = setting.isRemarked ? (marking.mark(made, noBreakpoints, setting) as AISDKRequest) : made
      runFixes(rules, { request, facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as AISDKRequest, facts, checked),
    idle: endsWithoutUser,
    announce: changes =>
      toldChanges(facts).kinds.length === 0 ? null : announceChanges(setting, head, changes),
    clears: envelope => sendsOneTurnText(facts.rules) && envelope?.format === 'ai-sdk',
    ...(userEnds && { filler: () => fillerBetween({ role: 'user', content: fillerText }, setting) }),
    travels: (part, role) =>
      role === 'model' ? whySDKPartUnsendable(part, facts.rules) === null : isHeld(part, facts.rules),
  }
}

/**
 * Returns the parts of a message as separate pieces, so that several consecutive answers and one joined answer compare
 * as equal.
 */
function messagePieces(message: ModelMessage, index: number): Piece[] {
  const { role, content } = message
  const pointer = `/messages/${index}/content`
  return typeof content === 'string'
    ? [{ pointer, value: { type: 'text', text: content }, role, holder: message }]
    : listAsPieces(pointer, content, role)
}

/** Target for `generateText` and `streamText` of the AI SDK, whichever provider they call. */
export const aiSdk: Target<AISDKRules> = {
  name: 'ai-sdk',
  label: 'AI SDK',
  nameRule,
  demandsMaxOutput: false,
  mostMessages: 100_000,
  limits: ({ rules: { limits } }) => limits,
  facts: aiSdkFacts,
  pieces(request) {
    const { tools = {}, system = [], messages } = request as AISDKRequest
    const declared = Object.entries(tools).flatMap(([name, value]) =>
      isOutsideRequest(value) ? [] : [{ pointer: `/tools/${name}`, value, role: null }],
    )
    const instruction =
      typeof system === 'string'
        ? [{ pointer: '/system', value: { role: 'system', content: system }, role: null, holder: request }]
        : listAsPieces('/system', system, null)
    return [...declared, ...instruction, ...messages.flatMap(messagePieces)]
  },
  marking,
  headers: sdkHeaders,
  bindsReasoning: facts => facts.binds !== undefined,
  reads: (_, model, maker) => readsThought(model, maker),
  told: toldChanges,
  providers: ({ rules }) => rules.reader.options,
  forms: null,
  rules,
  question: addPromptQuestion,
  begin: beginSDKTarget,
}
