/** A provider on this machine that speaks Chat Completions, and refuses calls beyond its limits. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { get_encoding } from 'tiktoken'

/** Limits of a provider, and the time that it takes for an answer. */
export interface ProviderTerms {
  /** Maximum number of calls at the same time. */
  readonly calls: number
  /** Maximum number of tokens of the requests within the last minute. */
  readonly tokensPerMinute?: number
  /** Milliseconds until an answer is complete. */
  readonly duration: number
}

/** Body of a request, as far as the provider reads it. */
interface Body {
  readonly model: string
  readonly messages: readonly { readonly content: string }[]
}

const minute = 60_000
const encoding = get_encoding('o200k_base')

/** Tokens of a request, by the formula that OpenAI publishes: 3 for each message, and 3 for the answer. */
const tokensOf = ({ messages }: Body): number =>
  messages.reduce((sum, { content }) => sum + 3 + 1 + encoding.encode(content).length, 3)

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** A provider that runs. */
export class Provider {
  readonly url: string
  readonly seen = { answered: 0, refused: 0, most: 0, tokens: 0 }
  /** Time of the first call since `reset`; null if there was none. */
  firstCall: number | null = null
  private readonly terms: ProviderTerms
  private readonly server
  private running = 0
  private recent: { readonly time: number; readonly tokens: number }[] = []
  /** Resolves when calls may be answered. */
  private gate = Promise.resolve()
  private open: () => void = () => {}

  private constructor(terms: ProviderTerms, server: ReturnType<typeof createServer>) {
    this.terms = terms
    this.server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    server.on('request', (request, response) => void this.answer(request, response).catch(() => {}))
  }

  static async start(terms: ProviderTerms): Promise<Provider> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Provider(terms, server)
  }

  /** Holds all answers back until `release`. */
  hold(): void {
    this.gate = new Promise(resolve => {
      this.open = resolve
    })
  }

  release(): void {
    this.open()
    this.gate = Promise.resolve()
  }

  /** Forgets what it has counted. */
  reset(): void {
    this.firstCall = null
    Object.assign(this.seen, { answered: 0, refused: 0, most: 0, tokens: 0 })
  }

  async stop(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.firstCall ??= Date.now()
    const body = (await json(request)) as Body
    const tokens = tokensOf(body)
    const now = Date.now()
    this.recent = this.recent.filter(({ time }) => time > now - minute)
    const used = this.recent.reduce((sum, each) => sum + each.tokens, 0)
    if (this.running >= this.terms.calls || used + tokens > (this.terms.tokensPerMinute ?? Infinity)) {
      this.seen.refused++
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' })
      response.end(
        '{"error":{"message":"Rate limit reached","type":"rate_limit_error","code":"rate_limit_exceeded"}}',
      )
      return
    }
    this.recent.push({ time: now, tokens })
    this.seen.tokens += tokens
    this.seen.most = Math.max(this.seen.most, ++this.running)
    try {
      await this.stream(body, response)
    } finally {
      this.running--
    }
    // The call has left its place when its caller sees the end.
    if (response.destroyed) return
    this.seen.answered++
    response.end('data: [DONE]\n\n')
  }

  private async stream({ model }: Body, response: ServerResponse): Promise<void> {
    const gone = new Promise<void>(resolve => response.once('close', resolve))
    const say = (delta: object, more: object = {}): unknown => {
      const choices = [{ index: 0, delta, finish_reason: null, ...more }]
      const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices }
      return response.destroyed || response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    say({ role: 'assistant', content: '' })
    await Promise.race([this.gate, gone])
    await pause(this.terms.duration / 2)
    say({ content: 'Hello.' })
    await pause(this.terms.duration / 2)
    say({}, { finish_reason: 'stop' })
  }
}
