import { wholeDeclarationOrigin } from '../ir/origin.ts'
import type { SourceMap } from '../map/source-map.ts'

/** First pointer of each origin in a request's source map. */
export class Pointers {
  private readonly first = new Map<string, { readonly place: number; readonly pointer: string }>()

  constructor(map: SourceMap) {
    for (const [place, { pointer, segments }] of map.entries()) {
      for (const { origin } of segments) {
        const whole = wholeDeclarationOrigin(origin)
        if (!this.first.has(whole)) this.first.set(whole, { place, pointer })
      }
    }
  }

  /** Returns the pointer of the object that contains the first string from any of these origins; null for none. */
  firstObject(origins: Iterable<string>): string | null {
    let best: { readonly place: number; readonly pointer: string } | undefined
    for (const origin of origins) {
      const found = this.first.get(origin)
      if (found && (best === undefined || found.place < best.place)) best = found
    }
    return best === undefined ? null : parentPointer(best.pointer)
  }
}

/** Returns the pointers of the messages that have only content of one origin. */
export function messagesFrom(map: SourceMap, origin: string): string[] {
  return map
    .filter(({ pointer, segments }) => pointer.endsWith('/role') && segments[0]?.origin === origin)
    .map(({ pointer }) => parentPointer(pointer))
}

/** Returns the pointer of the object that contains a string; for a string at the top level, its own pointer. */
function parentPointer(pointer: string): string {
  const holder = pointer.slice(0, pointer.lastIndexOf('/'))
  return holder === '' ? pointer : holder
}
