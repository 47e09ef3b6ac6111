import type { Counter } from '../../count/counter.ts'
import { addCounts, type Count, zero } from '../../ir/count.ts'
import { fillerText } from '../../lower/repairs.ts'
import { CheckedMessages } from '../checked.ts'
import { runChecks, runFixes } from '../rule.ts'
import type { BackEnd, Fragment, Setting, Target } from '../target.ts'
import { WrittenMessages } from '../written-messages.ts'
import { emitHead } from './head.ts'
import { factsOfAny } from './models.ts'
import { addTextQuestion } from './question.ts'
import type { TextMessage, TextRequest } from './request.ts'
import { rules } from './rules.ts'
import { emitUnit } from './unit.ts'

/** Returns a counter whose counts are inexact, because a chat template adds unknown text. Calls are counted as text. */
const wordsOnly = (counter: Counter): Counter => ({
  ...counter,
  text: text => ({ ...counter.text(text), exact: false }),
  message: { ...counter.message, exact: false },
  call: zero,
})

const roleAt = (fragment: Fragment | undefined, place: number): string | undefined =>
  (fragment?.messages.at(place) as TextMessage | undefined)?.role

function beginTextTarget(given: Setting<unknown>): BackEnd {
  const setting = { ...given, counter: wordsOnly(given.counter) }
  const { counter, origins, facts, model } = setting
  const { system, head } = emitHead(setting)
  const checked = new CheckedMessages()
  const written = new WrittenMessages<TextMessage>()
  const countFiller = (): Count => addCounts(counter.text(fillerText), counter.message)
  const endsWithAnswer = (last: Fragment | undefined): boolean => roleAt(last, -1) === 'assistant'
  return {
    head,
    tags: true,
    unit: block => emitUnit(setting, block),
    stub: () => null,
    edges(first, last) {
      const opening = roleAt(first, 0) === 'user' ? zero : countFiller()
      return endsWithAnswer(last) ? addCounts(opening, countFiller()) : opening
    },
    finish(fragments, _stubs, note, edit) {
      const messages = written.messagesOf(fragments, system)
      const request: TextRequest = { ...(model !== null && { model }), messages }
      origins.recordWhole(request, 'c:request')
      if (model !== null) origins.recordKey(request, 'model', 'd:model')
      runFixes(rules, { request, facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as TextRequest, facts, checked),
    idle: endsWithAnswer,
    travels: () => false,
  }
}

/** Target for plain text (roles and strings), for any model. */
export const text: Target<unknown> = {
  name: 'text',
  label: 'text',
  // Any tool name is legal, because names are written in the compiler's tags, which escape them.
  nameRule: { allowed: /^/, longest: Number.POSITIVE_INFINITY },
  demandsMaxOutput: false,
  mostMessages: Number.POSITIVE_INFINITY,
  facts: factsOfAny,
  pieces: request =>
    (request as TextRequest).messages.map(({ role, content }, index) => ({
      pointer: `/messages/${index}/content`,
      value: content,
      role,
    })),
  marking: null,
  bindsReasoning: () => false,
  forms: null,
  rules,
  question: addTextQuestion,
  begin: beginTextTarget,
}
