import { assertFunction } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import type { Event } from '../../core/ir/event.ts'
import type { RunOutcome } from '../runner/run-event.ts'
import type { RunStream } from '../runner/runner.ts'
import { beforeMessages, isUserMessage, messageIdFor } from './message-id.ts'
import { type ChatOptions, chatChecks, type PlacedChunk, type UIChunk } from './ui-chunk.ts'
import { UIWriter } from './ui-writer.ts'

/** Options of `uiStream`. */
export interface UIStreamOptions extends ChatOptions {
  /**
   * Whether the page's message begins at an event. By default, it begins at the first event. Earlier events are not
   * sent, but are read to match later results with their calls.
   */
  readonly begins?: (event: Event) => boolean
  /** Whether an event is skipped, because it was rewound. By default, no event is. */
  readonly isHidden?: (event: Event) => boolean
}

const form: OptionsForm<UIStreamOptions> = {
  takes: { ...chatChecks, begins: assertFunction, isHidden: assertFunction },
}

/**
 * Yields the events of a run as chunks of one assistant message, as the AI SDK's `useChat` reads them ("UI message
 * stream"). It sends texts, names of tools and requests for approval with their arguments; anything else only if an
 * option asks for it. A call's id is its place in the session, `seq.part`. If a text is retracted, a part
 * `data-retracted` names it, and `reset-step` removes it. Content after the user's next message belongs to another
 * message, so the stream only contains results for its own calls from there on. The stream ends when its run ends, or
 * at a rewind. Failures of a run are sent as chunks, and never thrown.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { uiStream } from 'ctxc/chat'
 * import { createRunner } from 'ctxc/run'
 * import { inMemoryStore } from 'ctxc/store'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const program = agent({ name: 'bot', model: 'gpt-5.4' })
 * const runner = createRunner({ program, store: inMemoryStore(), models: () => scriptedModel(['Hello!']) })
 * const stream = runner.run({ owner: { app: 'docs' }, id: 's1' }, { message: 'Hi' })
 * for await (const chunk of uiStream(stream)) if (chunk.type === 'text-delta') console.log(chunk.delta) // Hello!
 */
export function uiStream(stream: RunStream, options: UIStreamOptions = {}): AsyncGenerator<UIChunk> {
  const given = readOptions(form, options, 'uiStream')
  const { begins = () => true, isHidden = () => false, ...shown } = given
  return messageStream(stream, { begins, isHidden, options: shown, since: Number.POSITIVE_INFINITY })
}

/** Message to stream. */
interface MessageOptions extends Required<Pick<UIStreamOptions, 'begins' | 'isHidden'>> {
  /** Seq of the user's message to answer; by default, of the first user message that the stream contains. */
  readonly of?: number
  readonly options: ChatOptions
  /** Seq from which on events are new to the page. New events may belong to earlier messages. */
  readonly since: number
}

/** Yields the chunks of the assistant message that answers a user's message. */
export async function* messageStream(
  stream: RunStream,
  { of, begins, isHidden, options, since }: MessageOptions,
): AsyncGenerator<UIChunk> {
  const writer = new UIWriter(options)
  const message = new StreamedMessage(of)
  let hasBegun = false
  let hasEnded = false
  try {
    for await (const event of stream) {
      const logged = event.type === 'event' ? event.event : null
      if (logged !== null) {
        const { rewind } = logged.actions ?? {}
        if (rewind !== undefined)
          for (const placed of writer.closeRewoundCalls(rewind.to)) if (hasBegun) yield* message.write(placed)
        if (isHidden(logged)) continue
        const isMessage = isUserMessage(logged)
        if (hasBegun && ((isMessage && hasEnded) || rewind !== undefined))
          return yield* message.end(writer, { status: isMessage ? 'done' : 'cancelled', reason: null })
        hasBegun ||= begins(logged)
        if (hasBegun && isMessage) yield* message.begin(logged.seq)
      }
      for (const placed of writer.writeRunEvent(event))
        if (hasBegun) yield* message.write(placed)
        else if (logged !== null && logged.seq >= since) yield* callChangeElsewhere(placed.chunk)
      if (logged !== null && hasBegun && isRunEnd(logged)) hasEnded = true
    }
    // Even an empty answer is sent as a message, because the page waits for one.
    yield* message.end(writer, await stream.outcome)
  } catch {
    // The store failed, or the runner was stopped. The page may reconnect and continue to read the answer.
    yield { type: 'error', errorText: 'The connection to the answer was lost.' }
  }
}

/** Filter that sends the chunks of one message to the page, out of the chunks of the whole session. */
class StreamedMessage {
  private of: number | undefined
  private hasBegun = false

  constructor(of: number | undefined) {
    this.of = of
  }

  *begin(of: number): Generator<UIChunk> {
    if (this.hasBegun) return
    this.hasBegun = true
    this.of ??= of
    yield { type: 'start', messageId: messageIdFor(this.of) }
  }

  *write({ of, chunk }: PlacedChunk): Generator<UIChunk> {
    yield* this.begin(of)
    if (of === this.of) yield chunk
    else yield* callChangeElsewhere(chunk)
  }

  *end(writer: UIWriter, outcome: Pick<RunOutcome, 'status' | 'reason'>): Generator<UIChunk> {
    yield* this.begin(beforeMessages)
    for (const placed of writer.endMessages(this.of as number, outcome)) yield* this.write(placed)
  }
}

/** From a chunk of another message, sends only a tool result or denial, so that the page can update the call. */
function* callChangeElsewhere(chunk: UIChunk): Generator<UIChunk> {
  const { type, toolCallId } = { toolCallId: '', ...chunk }
  const rest = {
    toolCallId,
    ...('output' in chunk && { output: chunk.output }),
    ...('errorText' in chunk && { errorText: chunk.errorText }),
  }
  if (type === 'tool-output-available' || type === 'tool-output-error' || type === 'tool-output-denied')
    yield { type: 'data-call', transient: true, data: { ...rest, state: states[type] } }
}

const states = {
  'tool-output-available': 'output-available',
  'tool-output-error': 'output-error',
  'tool-output-denied': 'output-denied',
} as const

/** Whether an event ends a run. The user's next message then starts another run. */
const isRunEnd = ({ actions: { run } = {} }: Event): boolean =>
  run !== undefined && [run.ended, run.limit, run.cancelled, run.failed].some(mark => mark !== undefined)
