import type { Part } from '../../src/core/ir/part.ts'
import { claudeFacts } from '../../src/core/vendor/anthropic/write/models.ts'
import { targets } from '../targets.ts'
import type { Outcome } from './case.ts'
import type { Law } from './law.ts'
import { callKey, unpaired } from './pairs.ts'
import { checkReasoning } from './reasoning.ts'
import { checkSeals } from './seals.ts'
import { fatesOf } from './shown.ts'
import { partsOf } from './vendor-form.ts'

/** Law 7: pairs stay pairs, and what was signed stays where it was signed. */
export const whole: Law = {
  name: '7 whole',
  async check(outcome) {
    const { result } = outcome
    if (!result.ok) return []
    const { binds } = claudeFacts(result.model).facts
    const claude =
      result.target === 'anthropic' || (result.target === 'ai-sdk' && /claude-/.test(result.model ?? ''))
    return [
      ...unpaired(outcome),
      ...split(outcome),
      ...moved(outcome),
      ...checkSeals(outcome),
      ...(await checkReasoning(outcome, claude && binds !== undefined)),
    ]
  },
}

/** Whether a call or a result has no letter to trace: in text two tags represent it. */
function isLetterless(part: Part): boolean {
  if (part.kind === 'tool-call') return part.freeform === true && part.arguments === ''
  return (
    part.kind === 'tool-result' && part.content.every(piece => piece.kind === 'text' && piece.text === '')
  )
}

const toldAsWords = (edits: readonly string[]): boolean =>
  edits.includes('attributed') || edits.includes('rendered')

/** Calls and results of a kept unit that are nowhere in the request. */
function split(outcome: Outcome): string[] {
  const { conversation, result } = outcome
  const sent = new Set(result.map.flatMap(({ segments }) => segments.map(({ origin }) => origin)))
  return fatesOf(outcome).flatMap(({ unit, fate, edits }) => {
    // Calls of another agent are sent as text, and transfers are not sent at all.
    if (fate !== 'kept' || unit.kind !== 'model' || toldAsWords(edits)) return []
    // A call that was stored twice is sent once: with the same id, name and arguments.
    const calls = new Set(
      unit.spans.flatMap(({ seq, from, to }) =>
        conversation.session
          .event(seq)
          .parts.slice(from, to)
          .flatMap((part, index) => (sent.has(`e:${seq}.${from + index}`) ? callKey(part) : [])),
      ),
    )
    return unit.spans.flatMap(({ seq, from, to }) =>
      conversation.session
        .event(seq)
        .parts.slice(from, to)
        .flatMap((part, index) => {
          const { kind } = part
          if (callKey(part).some(key => calls.has(key))) return []
          if (result.target === 'text' && isLetterless(part)) return []
          return (kind === 'tool-call' || kind === 'tool-result') && !sent.has(`e:${seq}.${from + index}`)
            ? [`a kept unit without its ${kind}`]
            : []
        }),
    )
  })
}

/** Parts of a kept answer that were sent in another order than they came in (O1). */
function moved(outcome: Outcome): string[] {
  const { conversation, result } = outcome
  if (result.target === null || !targets[result.target].keepsOrder) return []
  const places = new Map<string, number>()
  for (const { pointer, segments } of result.map) {
    // Options of a part for its whole message are placed next to the content.
    if (/^\/messages\/\d+\/providerOptions\//.test(pointer)) continue
    for (const { origin } of segments) if (!places.has(origin)) places.set(origin, places.size)
  }
  return fatesOf(outcome).flatMap(({ unit, fate, edits }) => {
    if (fate !== 'kept' || unit.kind !== 'model' || toldAsWords(edits)) return []
    let last = -1
    return unit.spans.flatMap(({ seq, from, to }) => {
      const { parts } = conversation.session.event(seq)
      return parts.slice(from, to).flatMap((part, index) => {
        const { kind } = part
        const place = places.get(`e:${seq}.${from + index}`)
        // Results come after the answer, in the order of the session.
        if (kind === 'tool-result' || place === undefined) return []
        // A part that the AI SDK split from an item of OpenAI's is sent at the place where that item begins.
        if (place < last && kind === 'reasoning' && partsOf(outcome, seq, from + index)[0] !== part) return []
        const complaint = place < last ? [`a ${kind} that was moved within its answer`] : []
        last = Math.max(last, place)
        return complaint
      })
    })
  })
}
