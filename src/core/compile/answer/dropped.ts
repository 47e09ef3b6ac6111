import { listOr, objectOr, type Raw, stringOr } from '../../from/read.ts'
import type { DroppedReasoning } from '../../ir/event.ts'
import type { Report } from '../contract/result.ts'

/**
 * Reasoning that a provider reports as not used, with its position in the request: a JSON pointer or the id of an item.
 */
export interface ReportedReasoning {
  readonly pointer?: string
  readonly id?: string
  readonly reason: string
  /** Set if the provider reported the reasoning but used it nevertheless. */
  readonly used?: true
}

/**
 * Reads a response's report about the reasoning in its request. Sources: openai 7.59.0 `Response.InputTransformation`,
 * @anthropic-ai/sdk 1.14.0 `BetaMessage.input_transformations`. The SDK tells clients to ignore other types.
 */
export const readReportedReasoning = (transformations: unknown): readonly ReportedReasoning[] =>
  listOr(transformations).flatMap((entry): ReportedReasoning[] => {
    const { type, action, id, path, reason }: Raw = objectOr(entry)
    if (type === 'reasoning' && action === 'removed') return [{ id: stringOr(id), reason: stringOr(reason) }]
    if (type !== 'thinking_dropped' && type !== 'thinking_mismatch_allowed') return []
    const pointer = `/${stringOr(path).replaceAll('.', '/')}`
    return [
      { pointer, reason: stringOr(reason), ...(type === 'thinking_mismatch_allowed' && { used: true }) },
    ]
  })

/** Request to which a response belongs, if the request is known. */
export type AnsweredRequest = Partial<Pick<Report, 'map'>> & { readonly request?: object | null }

/**
 * Converts the request positions of reported reasoning to positions in the session, if the source map contains them.
 */
export const placeReportedReasoning = (
  reported: readonly ReportedReasoning[],
  { request, map = [] }: AnsweredRequest,
): readonly DroppedReasoning[] =>
  reported.map(({ pointer, id, reason, used }) => {
    const from = pointer ?? pointerOf(id ?? '', request)
    const found = from === null ? undefined : map.find(mapping => mapping.pointer.startsWith(`${from}/`))
    const origin = found?.segments[0]?.origin
    return { ...(origin?.startsWith('e:') && { at: origin }), reason, ...(used && { used }) }
  })

/** Returns the pointer of an item in a request of the Responses API; null if the request has no item with this id. */
function pointerOf(id: string, request: object | null | undefined): string | null {
  const index = listOr(objectOr(request).input).findIndex(item => id !== '' && objectOr(item).id === id)
  return index < 0 ? null : `/input/${index}`
}
