import { wholeDeclarationOrigin } from '../ir/origin.ts'
import type { SourceMap } from '../map/source-map.ts'

/** Pattern of pointers to strings that are labels instead of text. */
const labels = /\/(type|role|id|name|call_id|tool_call_id|tool_use_id|signature|media_type|status|model)$/

/** Whether the string at a pointer is a label, such as a type, a role or an id. */
export const isLabel = (pointer: string): boolean => labels.test(pointer)

/** Returns the string at a pointer of a request. */
export function stringAt(request: object | null, pointer: string): string {
  let node: unknown = request
  for (const key of pointer.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return ''
    node = (node as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return typeof node === 'string' ? node : ''
}

/** Strings of a request, looked up by their origins. */
export class SentStrings {
  private readonly pieces = new Map<string, { pointer: string; start: number; end: number }>()
  private readonly request: object | null

  constructor(request: object | null, map: SourceMap) {
    this.request = request
    for (const { pointer, segments } of map) {
      if (isLabel(pointer)) continue
      for (const { origin, start, end } of segments) {
        const whole = wholeDeclarationOrigin(origin)
        if (end > start && !this.pieces.has(whole)) this.pieces.set(whole, { pointer, start, end })
      }
    }
  }

  /** Returns the first non-empty text from the given origins, in their order. */
  words(origins: Iterable<string>): string {
    for (const origin of origins) {
      const piece = this.pieces.get(origin)
      const text = piece ? stringAt(this.request, piece.pointer).slice(piece.start, piece.end) : ''
      if (text.trim() !== '') return text
    }
    return ''
  }
}
