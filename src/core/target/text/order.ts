import { positionAfter, walkItems } from '../automaton.ts'
import type { RuleTable } from '../rule.ts'
import type { TextMessage, TextRequest } from './request.ts'

const place: Readonly<Record<TextMessage['role'], 'system' | 'user' | 'model'>> = {
  system: 'system',
  user: 'user',
  assistant: 'model',
}

/** Checks the rules about the order of messages (T2 to T4, T6) in one pass. */
export const checkTextOrder: RuleTable<TextRequest, unknown>['order'] = (
  { messages },
  report,
  _facts,
  rests,
) => {
  const end = walkItems(
    messages,
    '/messages',
    (position, { role }, say) => {
      const begins = position.after === 'start' || position.after === 'system'
      if (role === 'system' && position.after !== 'start') say('T2', 'the system message must be the first')
      if (role === 'assistant' && begins) say('T3', 'a user must speak first')
      if (role !== 'system' && place[role] === position.after) say('T4', 'user and assistant must take turns')
      return positionAfter(place[role] ?? 'system')
    },
    report,
    rests,
  )
  if (end.after === 'start' || end.after === 'system') report('T3', '/messages', 'a user must speak')
  if (end.after === 'model') report('T6', `/messages/${messages.length - 1}`, 'a user must speak last')
}
