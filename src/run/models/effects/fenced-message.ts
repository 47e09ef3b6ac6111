import type { SummarizeMessage } from '../../../core/effect/summarize/handler.ts'
import { fence } from '../../../core/trust/fence.ts'

/** Returns a message between tags that it cannot close, so that it cannot speak as another one. */
export function fencedMessage({ seq, author, text }: SummarizeMessage): string {
  const { open, close } = fence(text, `message ${seq} of ${author}`)
  // By another name: a compile escapes what looks like its own tags in a user's text.
  return open.replace('context:', 'message:') + text + close.replace('context:', 'message:')
}
