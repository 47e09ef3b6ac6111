import { trustOfEvent } from '../../src/core/ir/event.ts'
import type { Outcome } from './case.ts'
import { currentInput } from './current-input.ts'
import { forgedFences } from './forged.ts'
import { fields, type Law, list } from './law.ts'
import { fatesOf } from './shown.ts'

/** Law 8: the current input is there, system channels hold developers' words only, and no fence can be forged. */
export const guarded: Law = {
  name: '8 protected',
  check(outcome) {
    if (!outcome.result.ok) return []
    return [
      ...droppedInput(outcome),
      ...foreignWords(outcome),
      ...wordsInMouth(outcome),
      ...forgedFences(outcome),
    ]
  },
}

function droppedInput(outcome: Outcome): string[] {
  const current = currentInput(outcome.conversation.session, outcome.conversation.agent.name)
  return fatesOf(outcome)
    .filter(
      ({ unit, fate, texts }) =>
        current.has(unit.ordinal) && fate !== 'kept' && (texts.length > 0 || unit.calls.length > 0),
    )
    .map(({ unit, fate, reason }) => `current input ${fate} (${reason}): a ${unit.kind} unit`)
}

/** Pointers of the places where only a developer may speak. */
function privileged(request: unknown): string[] {
  const body = fields(request)
  const base = body.messages === undefined ? 'input' : 'messages'
  const roles = list(body[base]).flatMap((raw, at) => {
    const { role } = fields(raw)
    return role === 'system' || role === 'developer' ? [`/${base}/${at}/`] : []
  })
  return ['/system', '/instructions', '/config/systemInstruction', ...roles]
}

export function foreignWords({ conversation, result }: Outcome): string[] {
  const places = privileged(result.request)
  const complaints: string[] = []
  for (const { pointer, segments } of result.map) {
    if (!places.some(place => pointer.startsWith(place))) continue
    for (const { origin } of segments) {
      const seq = /^e:(\d+)\./.exec(origin)?.[1]
      if (seq === undefined) continue
      const event = conversation.session.event(Number(seq))
      if (trustOfEvent(event) !== 'developer')
        complaints.push(`words of '${event.author}' (${event.trust ?? 'no trust given'}) in a system channel`)
    }
  }
  return complaints
}

/** Lists approvals in answers: only a user can approve a tool call. */
function wordsInMouth({ conversation, result }: Outcome): string[] {
  const body = fields(result.request)
  const base = ['messages', 'input', 'contents'].find(key => body[key] !== undefined) ?? ''
  const answers = list(body[base]).map(raw => ['assistant', 'model'].includes(String(fields(raw).role)))
  return result.map.flatMap(({ pointer, segments }) => {
    const [, key, at] = pointer.split('/')
    if (key !== base || !answers[Number(at)]) return []
    return segments.flatMap(({ origin }) => {
      const [, seq, index] = /^e:(\d+)\.(\d+)$/.exec(origin) ?? []
      const part =
        seq === undefined ? undefined : conversation.session.event(Number(seq)).parts[Number(index)]
      return part?.kind === 'opaque' && part.type === 'tool-approval-response'
        ? [`a user's leave in an answer: ${pointer}`]
        : []
    })
  })
}
