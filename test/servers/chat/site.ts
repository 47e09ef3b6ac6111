/** Two servers over one store, behind a balancer, and the pages of a user. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { balancer } from '../../../examples/service/balancer.ts'
import { OwnChat, shownOf } from '../../../src/run/chat/test/sdk-page.ts'
import { storeAt } from '../../../src/run/runner/test/processes/store-at.ts'
import type { StoredEvent } from '../../../src/run/store/index.ts'
import { programAt } from '../../programs.ts'
import { owner } from './scene.ts'

/** Name of a server. */
type ServerName = 'one' | 'two'

/** Balancer, by the server that it prefers. */
export type Front = ServerName | 'any'

interface Server {
  readonly child: ChildProcess
  readonly port: number
}

/** Servers `one` and `two` over the store at a place. */
export class Site {
  private readonly servers = new Map<ServerName, Server>()
  /** Balancers: one that takes the servers in turn, and those that prefer a server, for requests whose server matters. */
  private readonly fronts = {
    any: balancer(() => this.portsBut(null)),
    one: balancer(() => this.portsBut('two')),
    two: balancer(() => this.portsBut('one')),
  }
  private readonly folder = mkdtempSync(join(tmpdir(), 'ctxc-site-'))
  private readonly place: string

  constructor(place: string) {
    this.place = place === '' ? join(this.folder, 'sessions.db') : place
  }

  async start(): Promise<void> {
    writeFileSync(join(this.folder, 'begun'), '')
    const listening = Object.values(this.fronts).map(front => once(front.listen(0, '127.0.0.1'), 'listening'))
    await Promise.all([this.startServer('one'), this.startServer('two'), ...listening])
  }

  private async startServer(name: ServerName): Promise<void> {
    const file = programAt(join(import.meta.dirname, 'server.ts'))
    const child = spawn(
      process.execPath,
      ['--no-warnings', file, name, this.place, join(this.folder, 'begun')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const [port] = await once(child.stdout, 'data')
    this.servers.set(name, { child, port: Number(port) })
  }

  async kill(name: ServerName): Promise<void> {
    const { child } = this.servers.get(name) as Server
    this.servers.delete(name)
    child.kill('SIGKILL')
    await once(child, 'close')
  }

  async stop(): Promise<void> {
    for (const front of Object.values(this.fronts)) {
      front.close()
      front.closeAllConnections()
    }
    await Promise.all(
      [...this.servers.values()].map(({ child }) => {
        child.stdin?.end()
        return once(child, 'close')
      }),
    )
    rmSync(this.folder, { recursive: true })
  }

  /** Ports of the servers that are alive. One of them is left out, unless it is the last one. */
  private portsBut(left: ServerName | null): readonly number[] {
    const all = [...this.servers].filter(([name]) => name !== left || this.servers.size === 1)
    return all.map(([, { port }]) => port)
  }

  /** Address of a balancer. */
  url(front: Front): string {
    return `http://127.0.0.1:${(this.fronts[front].address() as AddressInfo).port}`
  }

  /** Lines about calls of the model and of tools that began. */
  begun(what: string): string[] {
    return readFileSync(join(this.folder, 'begun'), 'utf8')
      .split('\n')
      .filter(line => line.startsWith(what))
  }

  /** Lets the model say some words in a session, and then wait. */
  allow(id: string, words: number): void {
    const path = join(this.folder, `begun.${id}`)
    writeFileSync(`${path}.new`, String(words))
    renameSync(`${path}.new`, path)
  }

  /** Returns the log of a session. */
  async log(id: string): Promise<readonly StoredEvent[]> {
    const store = await storeAt(this.place)
    const events = (await store.read({ owner, id }))?.events ?? []
    await store.close()
    return events
  }

  /**
   * Reads the events of a session that come after `seen`, and adds their numbers to it. Leaves after some of them, and
   * returns whether the run ended before.
   */
  async readEvents(front: Front, id: string, most: number, seen: number[]): Promise<boolean> {
    const from = seen.length
    const leave = new AbortController()
    const response = await fetch(`${this.url(front)}/events/${id}/${from}`, { signal: leave.signal })
    let isOver = false
    await eachLine(response.body as ReadableStream<Uint8Array>, line => {
      isOver ||= line === 'data: [DONE]'
      const { type, event } = line.startsWith('data: {') ? JSON.parse(line.slice('data: '.length)) : {}
      if (type === 'event') seen.push(event.seq)
      return seen.length - from < most
    })
    leave.abort()
    return isOver
  }

  /** Opens a page with a chat, as a browser loads it. */
  async page(front: Front, id: string): Promise<Page> {
    const page = new Page(this, front, id)
    await page.load()
    return page
  }
}

/** Calls a function with each line of a stream, until it returns false. */
async function eachLine(stream: ReadableStream<Uint8Array>, read: (line: string) => boolean): Promise<void> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream) {
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    if (!lines.every(read)) return
  }
}

/** Answer to a request of a page. */
interface Reply {
  readonly server: string
  /** Texts in the order in which they came. */
  readonly deltas: string[]
}

/** A page with the AI SDK's own chat over HTTP. It keeps what it received. */
export class Page {
  readonly chat: OwnChat
  readonly replies: Reply[] = []
  private readonly site: Site
  private readonly front: Front

  constructor(site: Site, front: Front, id: string) {
    this.site = site
    this.front = front
    const api = `${site.url(front)}/api/chat`
    this.chat = new OwnChat({
      id,
      transport: new DefaultChatTransport({ api, fetch: (input, init) => this.fetch(input, init) }),
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
      onError: () => {}, // a killed server
    })
  }

  private get address(): string {
    return `${this.site.url(this.front)}/api/chat/${this.chat.id}`
  }

  /** Loads the messages from the server. */
  async load(): Promise<void> {
    const { messages } = (await (await fetch(this.address)).json()) as { readonly messages: UIMessage[] }
    this.chat.messages = messages
  }

  private async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init)
    const reply: Reply = { server: response.headers.get('x-server') ?? '', deltas: [] }
    this.replies.push(reply)
    if (response.body === null) return response
    const [shown, noted] = response.body.tee()
    void eachLine(noted, line => {
      const { type, delta } = line.startsWith('data: {') ? JSON.parse(line.slice('data: '.length)) : {}
      if (type === 'text-delta') reply.deltas.push(delta)
      return true
    }).catch(() => {}) // a killed server
    return new Response(shown, response)
  }

  /** Text of the last message, as the page shows it. */
  get text(): string {
    return (this.chat.messages.at(-1)?.parts ?? [])
      .map(part => (part.type === 'text' ? part.text : ''))
      .join('')
  }

  /** Messages as the page shows them. */
  get shown(): UIMessage[] {
    const messages = shownOf(this.chat.messages)
    return messages.map(message => ({
      ...message,
      parts: message.parts.filter(({ type }) => type !== 'step-start'),
    }))
  }

  /** Number of words of the last message. */
  get words(): number {
    return this.text.split(' ').filter(word => word !== '').length
  }

  async until(isSo: () => boolean): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries === 2_000)
        throw new Error(`it did not become so: ${JSON.stringify(this.chat.messages.at(-1))}`)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  }

  /** Call that waits for approval. */
  get waiting(): { readonly id: string } | null {
    for (const part of this.chat.messages.at(-1)?.parts ?? [])
      if ('approval' in part && part.state === 'approval-requested') return part.approval as { id: string }
    return null
  }

  /** Presses the stop button. */
  async stop(): Promise<string> {
    const response = await fetch(`${this.address}/stop`, { method: 'POST' })
    return response.headers.get('x-server') ?? ''
  }
}
