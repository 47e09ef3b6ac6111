import type { Event } from '../../core/ir/event.ts'
import type { RunStream } from '../runner/runner.ts'
import type { ChatHandlerOptions } from './chat-options.ts'
import { withoutRewoundEvents } from './not-rewound.ts'
import { messageStream } from './ui-stream.ts'
import { serverSentEvents } from './web-streams.ts'

/** Returns a response with the reason for refusing a request. */
export const refusalResponse = (status: number, error: string): Response =>
  Response.json({ error }, { status })

/** Headers that identify the stream to the AI SDK, and tell proxies not to buffer it. */
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

/** Message to stream to a page. */
interface Streamed {
  /** Seq of the user's message to answer; by default, of the first user message that the stream contains. */
  readonly of?: number
  readonly begins: (event: Event) => boolean
  /** Seq from which on events are new to the page. New events may belong to earlier messages. */
  readonly since: number
  /** Events that were in the log before this request. */
  readonly known: readonly Event[]
}

/** Returns a response with the chunks of a message. */
export function streamingResponse(
  { arguments: given, results, reasoning, reasons }: ChatHandlerOptions,
  stream: RunStream,
  { known, ...message }: Streamed,
): Response {
  // Rewind events from before this request are not sent, because each of them would end the streamed message.
  const kept = new Set(
    withoutRewoundEvents(known).flatMap(({ seq, actions }) => (actions?.rewind ? [] : [seq])),
  )
  const isHidden = ({ seq }: Event): boolean => seq < known.length && !kept.has(seq)
  const shown = Object.entries({ arguments: given, results, reasoning, reasons }).filter(([, value]) => value)
  const chunks = messageStream(stream, { ...message, isHidden, options: Object.fromEntries(shown) })
  return new Response(serverSentEvents(chunks), { headers })
}
