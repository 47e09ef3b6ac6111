// A page with the AI SDK's own chat class, as docs/chat.md describes it.
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  type ChatStatus,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai'
import { key, type serving } from './page.ts'

/** State of a page, as a framework keeps it. */
class PageState implements ChatState<UIMessage> {
  status: ChatStatus = 'ready'
  error: Error | undefined = undefined
  messages: UIMessage[]

  constructor(messages: UIMessage[]) {
    this.messages = messages
  }

  pushMessage = (message: UIMessage): void => {
    this.messages = [...this.messages, message]
  }
  popMessage = (): void => {
    this.messages = this.messages.slice(0, -1)
  }
  // React gets a copy, so it does not see what the SDK changes without saying so.
  replaceMessage = (at: number, message: UIMessage): void => {
    this.messages = this.messages.with(at, structuredClone(message))
  }
  snapshot = <Thing>(thing: Thing): Thing => structuredClone(thing)
}

/** The AI SDK's own chat, without a framework. */
export class OwnChat extends AbstractChat<UIMessage> {
  constructor({ messages = [], ...init }: ChatInit<UIMessage>) {
    super({ ...init, state: new PageState(messages) })
  }
}

/** Options of `Page`. */
interface PageOptions {
  /** Maximum number of posts. */
  readonly most?: number
  readonly onToolCall?: NonNullable<ChatInit<UIMessage>['onToolCall']>
}

/** A page as docs/chat.md describes it, with the AI SDK's own classes. */
export class Page {
  readonly chat: OwnChat
  readonly errors: string[] = []
  posts = 0
  private readonly load: () => Promise<UIMessage[]>
  private readonly halt: () => Promise<unknown>

  constructor(
    { handler, get, history }: ReturnType<typeof serving>,
    messages: UIMessage[] = [],
    { most = 50, onToolCall }: PageOptions = {},
  ) {
    this.load = history
    this.halt = () => get('/stop', 'POST')
    const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      if (init?.method === 'POST' && ++this.posts > most) throw new Error(`more than ${most} posts`)
      return handler(new Request(input, init))
    }
    this.chat = new OwnChat({
      id: key.id,
      messages,
      transport: new DefaultChatTransport({ api: 'http://localhost/api/chat', fetch }),
      sendAutomaticallyWhen: given =>
        lastAssistantMessageIsCompleteWithApprovalResponses(given) ||
        lastAssistantMessageIsCompleteWithToolCalls(given),
      ...(onToolCall !== undefined && { onToolCall }),
      onError: ({ message }) => void this.errors.push(message),
      onData: ({ type, data }) => {
        if (type !== 'data-call') return
        const ended = data as { toolCallId: string }
        this.chat.messages = this.chat.messages.map(message => ({
          ...message,
          parts: message.parts.map(part =>
            'toolCallId' in part && part.toolCallId === ended.toolCallId ? { ...part, ...ended } : part,
          ) as UIMessage['parts'],
        }))
      },
    })
  }

  /** Messages with something to show. */
  get shown(): UIMessage[] {
    return shownOf(this.chat.messages)
  }

  /** Presses the stop button. The run ends, and a page that reads no answer loads the remaining messages. */
  async stop(): Promise<void> {
    await this.halt()
    if (this.chat.status === 'ready') this.chat.messages = await this.load()
  }

  /** Cards with buttons to approve or deny. */
  get cards(): string[] {
    return this.chat.messages.flatMap(({ parts }) =>
      parts.flatMap(part =>
        'approval' in part && part.state === 'approval-requested' ? [part.approval?.id as string] : [],
      ),
    )
  }
}

/** Returns messages as plain JSON, without those that show nothing. */
export const shownOf = (messages: readonly UIMessage[]): UIMessage[] =>
  JSON.parse(JSON.stringify(messages.filter(({ parts }) => parts.some(({ type }) => type !== 'step-start'))))
