import type { Event } from '../../core/ir/event.ts'
import type { RunStream } from '../runner/runner.ts'
import type { ChatHandlerOptions } from './chat-options.ts'
import { notRewound } from './not-rewound.ts'
import { messageStream } from './ui-stream.ts'
import { serverSentEvents } from './web-streams.ts'

/** Returns a response that says why a request is refused. */
export const refused = (status: number, error: string): Response => Response.json({ error }, { status })

/** Headers by which the AI SDK knows the stream, and proxies that they must not buffer it. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

/** Message of a page to stream. */
interface Streamed {
  /** Seq of the user's message that it answers; by default, that of the first one since it began. */
  readonly of?: number
  readonly begins: (event: Event) => boolean
  /** Seq from which on events are news to the page, also about earlier messages. */
  readonly since: number
  /** Events that are in the log already. */
  readonly known: readonly Event[]
}

/** Returns a response with the chunks of a message. */
export function streamed(
  { arguments: given, results, reasoning, reasons }: ChatHandlerOptions,
  stream: RunStream,
  { known, ...message }: Streamed,
): Response {
  // The marks of known rewinds end no message: what they took back is not sent.
  const kept = new Set(notRewound(known).flatMap(({ seq, actions }) => (actions?.rewind ? [] : [seq])))
  const isHidden = ({ seq }: Event): boolean => seq < known.length && !kept.has(seq)
  const shown = Object.entries({ arguments: given, results, reasoning, reasons }).filter(([, value]) => value)
  const chunks = messageStream(stream, { ...message, isHidden, options: Object.fromEntries(shown) })
  return new Response(serverSentEvents(chunks), { headers })
}
