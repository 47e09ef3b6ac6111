import type { ReportedReasoning } from '../../from/provider-report.ts'
import { listOr, objectOr, stringOr } from '../../from/read.ts'
import type { DroppedReasoning } from '../../ir/event.ts'
import type { Report } from '../contract/result.ts'

/** Request to which a response belongs, if the request is known. */
export type AnsweredRequest = Partial<Pick<Report, 'map' | 'target'>> & { readonly request?: object | null }

/**
 * Converts the request positions of reported reasoning to positions in the session, if the source map contains them.
 */
export function placeReportedReasoning(
  reported: readonly ReportedReasoning[],
  { request, target, map = [] }: AnsweredRequest,
): readonly DroppedReasoning[] {
  return reported.map(({ pointer, id, reason, used }) => {
    const wire = pointer ?? pointerOf(id ?? '', request)
    const from = target === 'ai-sdk' ? pointerInPrompt(wire, request) : wire
    const found = from === null ? undefined : map.find(mapping => mapping.pointer.startsWith(`${from}/`))
    const origin = found?.segments[0]?.origin
    return { ...(origin?.startsWith('e:') && { at: origin }), reason, ...(used && { used }) }
  })
}

/** Returns the pointer of an item in a request of the Responses API; null if the request has no item with this id. */
function pointerOf(id: string, request: object | null | undefined): string | null {
  const index = listOr(objectOr(request).input).findIndex(item => id !== '' && objectOr(item).id === id)
  return index < 0 ? null : `/input/${index}`
}

/**
 * Returns the pointer of reasoning in the AI SDK's messages for its pointer in the body that Claude's package sends;
 * null if there is no reasoning at this place. The package joins neighbouring messages of one side.
 */
function pointerInPrompt(wire: string | null, request: object | null | undefined): string | null {
  const [, message, block] = wire?.match(/^\/messages\/(\d+)\/content\/(\d+)$/) ?? []
  if (message === undefined || block === undefined) return null
  const { messages: listed, system } = objectOr(request)
  const messages = listOr(listed).map(objectOr)
  const side = (index: number): string =>
    messages[index]?.role === 'tool' ? 'user' : stringOr(messages[index]?.role)
  let [group, within] = [-1, 0]
  for (const [index, { content }] of messages.entries()) {
    if (index === 0 && side(index) === 'system' && system === undefined) continue
    if (group < 0 || side(index) !== side(index - 1)) [group, within] = [group + 1, 0]
    const parts = Array.isArray(content) ? content.map(objectOr) : [{ type: 'text' }]
    const at = Number(block) - within
    if (group === Number(message) && at >= 0 && at < parts.length)
      return parts[at]?.type === 'reasoning' ? `/messages/${index}/content/${at}` : null
    within += parts.length
  }
  return null
}
