import { addCounts, type Count, zero } from '../../../ir/count.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import { fillerText } from '../../../lower/repairs.ts'
import { CheckedMessages } from '../../../target/checked.ts'
import { runChecks, runFixes } from '../../../target/rule.ts'
import {
  type BackEnd,
  type Fragment,
  listAsPieces,
  type Setting,
  type Target,
} from '../../../target/target.ts'
import { WrittenMessages } from '../../../target/written-messages.ts'
import { geminiForms } from '../../ai-sdk/forms/gemini.ts'
import { explicitCaching } from './explicit-caching.ts'
import { emitHead } from './head.ts'
import { geminiCache, geminiFacts } from './models.ts'
import { whyGeminiPartUnsendable } from './opaque.ts'
import { addGeminiQuestion } from './question.ts'
import type { Content, GeminiRequest } from './request.ts'
import { rules } from './rules.ts'
import { emitUnit } from './unit.ts'

const roleAt = (fragment: Fragment | undefined, place: number): Content['role'] | undefined =>
  (fragment?.messages.at(place) as Content | undefined)?.role

function beginGeminiTarget(setting: Setting<GeminiRules>): BackEnd {
  const { config, opening, head } = emitHead(setting)
  const { counter, origins, facts, model } = setting
  const checked = new CheckedMessages()
  const written = new WrittenMessages<Content>()
  const countFiller = (): Count => addCounts(counter.text(fillerText), counter.message)
  const endsWithoutUser = (last: Fragment | undefined): boolean => roleAt(last, -1) === 'model'
  return {
    head,
    unit: (block, options) => emitUnit(setting, block, options),
    // Calls in the history need no declaration, so no minimal declaration (stub) is added.
    stub: () => null,
    edges(first, last) {
      const begins = opening.length === 0 && roleAt(first, 0) !== 'user' ? countFiller() : zero
      return endsWithoutUser(last) ? addCounts(begins, countFiller()) : begins
    },
    finish(fragments, _stubs, note, edit) {
      const request = origins.recordWhole(
        {
          ...(model !== null && { model }),
          contents: written.messagesOf(fragments, opening),
          ...(Object.keys(config).length > 0 && { config }),
        } as GeminiRequest,
        'c:request',
      )
      if (model !== null) origins.recordKey(request, 'model', 'd:model')
      runFixes(rules, { request, facts, origins, note, edit }, checked)
      return request
    },
    verify: body => runChecks(rules, body as GeminiRequest, facts, checked),
    idle: endsWithoutUser,
    travels: (part, role) =>
      part.format === 'gemini' &&
      whyGeminiPartUnsendable(part, setting, role === 'model' ? 'model' : 'user') === null,
  }
}

/** Target for generateContent of the Gemini API and of Vertex AI. */
export const gemini: Target<GeminiRules> = {
  name: 'gemini',
  label: 'Gemini generateContent',
  // Some endpoints still accept names of no more than 64 characters.
  nameRule: { allowed: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/, longest: 64 },
  demandsMaxOutput: false,
  mostMessages: Number.POSITIVE_INFINITY,
  facts: geminiFacts,
  pieces(request) {
    const { config = {}, contents } = request as GeminiRequest
    return [
      ...listAsPieces('/config/systemInstruction/parts', config.systemInstruction?.parts, null),
      ...(config.tools ?? []).flatMap(({ functionDeclarations, ...rest }, index) => [
        ...listAsPieces(`/config/tools/${index}/functionDeclarations`, functionDeclarations, null),
        ...(Object.keys(rest).length > 0
          ? [{ pointer: `/config/tools/${index}`, value: rest, role: null }]
          : []),
      ]),
      ...contents.flatMap(({ role, parts }, index) => listAsPieces(`/contents/${index}/parts`, parts, role)),
    ]
  },
  // Requests have no field for cache marks.
  marking: { rules: geminiCache, takes: () => false, mark: request => request },
  explicitCaching,
  bindsReasoning: () => false,
  forms: geminiForms,
  rules,
  question: addGeminiQuestion,
  begin: beginGeminiTarget,
}
