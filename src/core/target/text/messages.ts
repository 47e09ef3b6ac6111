import { type FillerPlace, fillerAdded } from '../../diag/target.ts'
import { fillerText } from '../../lower/repairs.ts'
import type { Draft } from '../rule.ts'
import { runsOfString, separator } from './join.ts'
import type { TextMessage, TextRequest } from './request.ts'

type TextDraft = Draft<TextRequest, unknown>

const textFiller = ({ origins, note }: TextDraft, place: FillerPlace): TextMessage => {
  note({ kind: `CX7004 ${place}`, say: () => fillerAdded(place, fillerText), at: 'c:filler' })
  return origins.recordWhole<TextMessage>({ role: 'user', content: fillerText }, 'c:filler')
}

/** Rule T3: adds a filler if no user speaks first after the system message. */
export function beginWithUser(draft: TextDraft): void {
  const { messages } = draft.request
  const start = messages[0]?.role === 'system' ? 1 : 0
  if (messages[start]?.role !== 'user') messages.splice(start, 0, textFiller(draft, 'beginning'))
}

/** Rule T6: adds a filler if the last message is the assistant's. */
export function endWithUser(draft: TextDraft): void {
  const { messages } = draft.request
  if (messages.at(-1)?.role === 'assistant') messages.push(textFiller(draft, 'end'))
}

/** Rule T4: merges consecutive messages of one role, with a blank line between their texts. */
export function mergeRoles({ request, origins }: TextDraft): void {
  const groups: TextMessage[][] = []
  for (const message of request.messages) {
    const group = groups.at(-1)
    if (group?.[0]?.role === message.role && message.role !== 'system') group.push(message)
    else groups.push([message])
  }
  request.messages = groups.map(group => {
    const [first] = group as [TextMessage]
    if (group.length === 1) return first
    const joined = origins.recordWhole<TextMessage>(
      { role: first.role, content: '' },
      origins.originsIn(first).whole ?? 'c:message',
    )
    const runs = group.flatMap((message, index) => [
      ...(index > 0 ? [[separator, 'c:join'] as const] : []),
      ...runsOfString(origins, message, 'content', message.content),
    ])
    joined.content = origins.joinRuns(joined, 'content', runs)
    return joined
  })
}
