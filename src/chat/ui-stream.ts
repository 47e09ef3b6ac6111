import type { Event } from '../ir/event.ts'
import type { RunStream } from '../run/runner.ts'
import { messageIdFor } from './message-id.ts'
import type { ChatOptions, UIChunk } from './ui-chunk.ts'
import { UIWriter } from './ui-writer.ts'

/** Options of `uiStream`. */
export interface UIStreamOptions extends ChatOptions {
  /**
   * Whether the page's message begins at an event; what comes before it is read, so that a result finds its call. By
   * default, it begins at the first event.
   */
  readonly begins?: (event: Event) => boolean
  /** Whether an event is left out, because it was rewound. By default, none is. */
  readonly isHidden?: (event: Event) => boolean
}

/**
 * Yields the events of a run as chunks of one assistant message, as the AI SDK's `useChat` reads them ("UI message stream").
 * Texts, names of tools and requests for approval are sent, with the arguments that are to be approved; anything else only
 * by option. Calls are named by their place in the session, `seq.part`. A text that was taken back is named by a part
 * `data-retracted`. The message ends with the run that it began in, and with a rewind. Never throws for what a run does: an error is a chunk.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { uiStream } from 'ctxc/chat'
 * import { createRunner } from 'ctxc/run'
 * import { memoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const runner = createRunner({ program, store: memoryStore(), models: () => scriptedModel(['Hello!']) })
 * const stream = runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' })
 * for await (const chunk of uiStream(stream)) if (chunk.type === 'text-delta') console.log(chunk.delta) // Hello!
 */
export async function* uiStream(
  stream: RunStream,
  { begins = () => true, isHidden = () => false, ...options }: UIStreamOptions = {},
): AsyncGenerator<UIChunk> {
  const writer = new UIWriter(options)
  let hasBegun = false
  let hasEnded = false
  let message: Event | null = null
  try {
    for await (const event of stream) {
      if (event.type !== 'event') {
        if (hasBegun) yield* writer.write(event)
        continue
      }
      const { event: logged } = event
      const { actions = {} } = logged
      if (isHidden(logged)) continue
      const isMessage = logged.author === 'user' && logged.branch === ''
      if (hasBegun && ((isMessage && hasEnded) || actions.rewind !== undefined))
        return yield* writer.end({ status: isMessage ? 'done' : 'cancelled', reason: null })
      if (isMessage) message = logged
      if (!hasBegun && begins(logged)) {
        hasBegun = true
        yield { type: 'start', messageId: messageIdFor(message) }
      }
      if (hasBegun) yield* writer.write(event)
      else writer.skip(logged)
      if (hasBegun && endsRun(logged)) hasEnded = true
    }
    const outcome = await stream.outcome
    // A page is always sent a message, so that it does not wait for one.
    if (!hasBegun) yield { type: 'start', messageId: messageIdFor(message) }
    yield* writer.end(outcome)
  } catch {
    // The store failed, or the runner was stopped: the page may ask again.
    yield { type: 'error', errorText: 'The connection to the answer was lost.' }
  }
}

/** Whether a run ended with an event: a message after it belongs to the next one. */
const endsRun = ({ actions: { run } = {} }: Event): boolean =>
  run !== undefined && [run.ended, run.limit, run.cancelled, run.failed].some(mark => mark !== undefined)
