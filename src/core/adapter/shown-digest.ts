import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'
import { toJson } from '../text/json.ts'

/**
 * Returns a digest of the words, calls and results that a session shows. It is the same for each form in which a
 * framework keeps them. Files are skipped, because a framework may download them.
 */
export function shownDigest(session: Session): string {
  const shown = Array.from({ length: session.length }, (_, seq) => session.event(seq)).flatMap(
    ({ author, parts, actions }) => [
      ...parts.flatMap(part => contentOf(part)).map(content => [author, content]),
      // A summary, or another event that an earlier call recorded.
      ...(actions === undefined ? [] : [[author, actions]]),
    ],
  )
  return digest(toJson(shown))
}

function contentOf(part: Part | ResultContent): readonly unknown[] {
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [part.text]
    case 'tool-call':
      return [[part.id, part.name, part.arguments]]
    case 'tool-result':
      return [[part.id, part.content.flatMap(contentOf)]]
    case 'data':
      return [part.value]
    case 'reasoning':
    case 'file':
    case 'opaque':
      return []
  }
}
