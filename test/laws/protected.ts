import { trustOf } from '../../src/session/event.ts'
import type { Outcome } from './case.ts'
import { currentInput } from './current-input.ts'
import { fields, type Law, leavesOf, list } from './law.ts'
import { fatesOf } from './shown.ts'

/** Law 8: the current input is there, system channels hold developers' words only, and no fence can be forged. */
export const guarded: Law = {
  name: '8 protected',
  check(outcome) {
    if (!outcome.result.ok) return []
    return [...droppedInput(outcome), ...foreignWords(outcome), ...forgedFences(outcome)]
  },
}

function droppedInput(outcome: Outcome): string[] {
  const current = currentInput(outcome.conversation.session)
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

function foreignWords({ conversation, result }: Outcome): string[] {
  const places = privileged(result.request)
  const complaints: string[] = []
  for (const { pointer, segments } of result.map) {
    if (!places.some(place => pointer.startsWith(place))) continue
    for (const { origin } of segments) {
      const seq = /^e:(\d+)\./.exec(origin)?.[1]
      if (seq === undefined) continue
      const event = conversation.session.event(Number(seq))
      if (trustOf(event) !== 'developer')
        complaints.push(`words of '${event.author}' (${event.trust ?? 'no trust given'}) in a system channel`)
    }
  }
  return complaints
}

const opening = /^<context:([0-9a-f]+) from="[^"<>&]*(?:&[a-z]+;[^"<>&]*)*">\n$/

function forgedFences({ conversation, result }: Outcome): string[] {
  // Arguments and replayed items are the model's and the provider's, and go back as they are.
  const isSpoken = (origin: string): boolean => {
    const [, seq, part] = /^e:(\d+)\.(\d+)$/.exec(origin) ?? []
    if (seq === undefined) return false
    const event = conversation.session.event(Number(seq))
    return (
      ['text', 'tool-result'].includes(event.parts[Number(part)]?.kind ?? '') &&
      trustOf(event) !== 'developer'
    )
  }
  const texts = new Map(leavesOf(result.request).map(({ pointer, text }) => [pointer, text]))
  const complaints: string[] = []
  let hash: string | null = null
  for (const { pointer, segments } of result.map) {
    for (const { start, end, origin } of segments) {
      const piece = texts.get(pointer)?.slice(start, end) ?? ''
      if (/\/(type|role)$/.test(pointer)) continue
      if (origin !== 'c:fence') {
        if (hash !== null && piece.includes(hash)) complaints.push('a payload holds the name of its fence')
        if (hash === null && isSpoken(origin) && /<\/?context:/i.test(piece))
          complaints.push('a text that looks like a fence')
        continue
      }
      const open = opening.exec(piece)?.[1]
      if (open !== undefined) {
        if (hash !== null) complaints.push('a fence within a fence')
        hash = open
      } else if (piece === `\n</context:${hash}>`) hash = null
      else complaints.push(`a tag that is none: ${JSON.stringify(piece)}`)
    }
  }
  if (hash !== null) complaints.push('a fence that is not closed')
  return complaints
}
