// An app: it sends a user's words to a model, runs tools, keeps the messages, and goes on.
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { play } from '../wire/play.ts'
import type { Sent } from '../wire/script.ts'
import { type Host, resetIds } from './hosts.ts'
import type { Mode, Scenario, Turn } from './scenarios.ts'

/** A program: who serves the model, what happens, and how the app calls. */
export interface Program {
  readonly host: Host
  readonly scenario: Scenario
  readonly mode: Mode
}

export const nameOf = ({ host, scenario, mode }: Program): string =>
  `${host.name} · ${scenario.name} · ${mode}`

/** Requests and end of an app's run: the error, if the AI SDK or the compiler threw one. */
export interface Run {
  readonly sent: readonly Sent[]
  readonly error: unknown
  /** The messages that the app kept. */
  readonly kept: readonly unknown[]
  readonly warnings: readonly { readonly message?: string }[]
}

/** Runs a program, its model wrapped or not. */
export async function drive(program: Program, middleware?: LanguageModelMiddleware): Promise<Run> {
  const { host, scenario } = program
  resetIds()
  const { sent, fetch } = play(scenario.answers, host.wire)
  return follow(program, host.create(fetch), sent, middleware)
}

/** Runs a program against a model that is there already. */
export async function follow(
  { host, scenario, mode }: Program,
  plain: LanguageModel,
  sent: readonly Sent[],
  middleware?: LanguageModelMiddleware,
): Promise<Run> {
  const model = middleware ? wrapLanguageModel({ model: plain as never, middleware }) : plain
  const about = { host, scenario, mode, model }
  const app = mode === 'chat' ? new Chat(about) : new Script(about)
  try {
    for (const turn of scenario.turns) await app.take(turn)
    return { sent, error: null, kept: app.kept, warnings: app.warnings }
  } catch (error) {
    return { sent, error, kept: app.kept, warnings: app.warnings }
  }
}

/** A program and the model that it calls. */
interface App extends Program {
  readonly model: LanguageModel
}

const callOf = ({ host, scenario, model }: App) => ({
  model,
  ...(scenario.tools && { tools: scenario.tools }),
  stopWhen: isStepCount(8),
  maxRetries: 0,
  ...(host.providerOptions && { providerOptions: host.providerOptions as never }),
  ...scenario.settings,
})

/** A script or a server that keeps model messages. */
class Script {
  readonly kept: ModelMessage[]
  readonly warnings: { readonly message?: string }[] = []
  private readonly app: App
  constructor(app: App) {
    this.app = app
    this.kept = [...(app.scenario.before ?? [])]
  }

  async take(turn: Turn): Promise<void> {
    this.kept.push(this.messageOf(turn))
    const call = { ...callOf(this.app), messages: [...this.kept] }
    if (this.app.mode === 'generate') {
      const result = await generateText(call)
      this.kept.push(...result.responseMessages)
      this.warnings.push(...((result.warnings ?? []) as object[]))
      return
    }
    let thrown: unknown = null
    const result = streamText({
      ...call,
      onError: ({ error }) => {
        thrown = error
      },
    })
    await result.consumeStream()
    if (thrown !== null) throw thrown
    this.kept.push(...(await result.responseMessages))
    this.warnings.push(...(((await result.warnings) ?? []) as object[]))
  }

  private messageOf(turn: Turn): ModelMessage {
    if (typeof turn === 'string') return { role: 'user', content: turn }
    if (Array.isArray(turn)) return { role: 'user', content: turn as never }
    const last = this.kept.findLast(({ role }) => role === 'assistant')
    const parts = (last?.content ?? []) as unknown as readonly Record<string, unknown>[]
    if ('approve' in turn)
      return {
        role: 'tool',
        content: parts.flatMap(({ type, approvalId }) =>
          type === 'tool-approval-request'
            ? [
                {
                  type: 'tool-approval-response',
                  approvalId: approvalId as string,
                  approved: turn.approve,
                  reason: 'by the user',
                },
              ]
            : [],
        ),
      }
    const { output } = turn as { readonly output: unknown }
    return {
      role: 'tool',
      content: parts.flatMap(({ type, toolCallId, toolName }) =>
        type === 'tool-call'
          ? [
              {
                type: 'tool-result' as const,
                toolCallId: toolCallId as string,
                toolName: toolName as string,
                output: { type: 'text' as const, value: String(output) },
              },
            ]
          : [],
      ),
    }
  }
}

/** A chat whose messages are posted, and stored as JSON. */
class Chat {
  kept: UIMessage[] = []
  readonly warnings: { readonly message?: string }[] = []
  private ids = 0
  private calls = 0
  private readonly app: App
  constructor(app: App) {
    this.app = app
  }

  async take(turn: Turn): Promise<void> {
    const { scenario } = this.app
    this.accept(turn)
    const left = this.calls++ === 0 ? scenario.abortAfter : undefined
    const stop = new AbortController()
    let thrown: unknown = null
    const last = this.kept.at(-1) as UIMessage
    const result = streamText({
      ...callOf(this.app),
      messages: await convertToModelMessages(this.kept, { tools: scenario.tools as never }),
      abortSignal: stop.signal,
      onError: ({ error }) => {
        thrown = error
      },
    })
    let shown: UIMessage | undefined
    let pieces = 0
    const stream = result.toUIMessageStream({
      originalMessages: this.kept,
      generateMessageId: () => `m${this.ids++}`,
    })
    const reading = readUIMessageStream({
      stream,
      ...(last.role === 'assistant' && { message: last }),
    })
    for await (const message of reading) {
      shown = message
      if (left !== undefined && ++pieces >= left) {
        stop.abort()
        break
      }
    }
    if (left === undefined && thrown !== null) throw thrown
    if (shown === undefined) return
    const before = this.kept.filter(({ id }) => id !== shown.id)
    this.kept = JSON.parse(JSON.stringify([...before, shown])) as UIMessage[]
  }

  private accept(turn: Turn): void {
    if (typeof turn === 'string' || Array.isArray(turn)) {
      const parts = typeof turn === 'string' ? [{ type: 'text', text: turn }] : turn.map(shownPart)
      this.kept.push({ id: `u${this.ids++}`, role: 'user', parts: parts as UIMessage['parts'] })
      return
    }
    const last = this.kept.at(-1) as { parts: Record<string, unknown>[] } | undefined
    for (const part of last?.parts ?? []) {
      if ('approve' in turn && part.state === 'approval-requested') {
        part.state = 'approval-responded'
        part.approval = { ...(part.approval as object), approved: turn.approve, reason: 'by the user' }
      } else if ('output' in turn && part.state === 'input-available') {
        part.state = 'output-available'
        part.output = turn.output
      }
    }
  }
}

/** A part of a user's message as a page posts it. */
function shownPart(part: object): object {
  const { type, data, mediaType } = part as { type: string; data: string; mediaType: string }
  return type === 'file' ? { type, mediaType, url: `data:${mediaType};base64,${data}` } : part
}
