// A voice page. Run `npm start`, then open the printed address. Conversations are kept in memory.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectGoogleAI } from 'ctxc/live'
import type { LiveServer } from 'ctxc/testing/live'
import { build } from 'esbuild'
import { type WebSocket, WebSocketServer } from 'ws'
import { HeldConversation } from './conversation.ts'
import { scriptedModel } from './model.ts'

/** Maximum number of simultaneous conversations, because each costs money with a real model. */
const mostTalks = 20

export interface VoiceServer {
  readonly url: string
  /** Scripted model; null if a real model is used. */
  readonly model: LiveServer | null
  /** WebSocket connections of pages. */
  readonly pages: ReadonlySet<WebSocket>
  close(): Promise<void>
}

export async function startServer({ port = 0, key = '' } = {}): Promise<VoiceServer> {
  // If a key is set, the real model is used, else the scripted one.
  const model = key === '' ? await scriptedModel() : null
  const connect = model === null ? connectGoogleAI(key) : connectGoogleAI('none', { url: model.url })

  const files = await pageFiles()
  const policy = `default-src 'self'; img-src data:; connect-src 'self' ${model?.url ?? ''}`
  const server = createServer((request, response) => {
    response.setHeader('content-security-policy', policy).setHeader('cache-control', 'no-store')
    const path = request.url?.split('?')[0] ?? ''
    const file = path === '/key' ? browserAddress(model) : files.get(path)
    if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', file.type).end(file.content)
  })

  const talks = new Map<string, HeldConversation>()
  const open = (): HeldConversation => {
    const talk = new HeldConversation(connect, () => talks.delete(talk.id))
    talks.set(talk.id, talk)
    return talk
  }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 16_384 })
  server.on('upgrade', (request, stream, head) => {
    // Browsers let any page open a socket to any server and send its cookies, so only our own page is accepted.
    const isOwn = request.headers.origin === `http://${request.headers.host}`
    if (!isOwn || request.url !== '/talk') stream.destroy()
    else
      sockets.handleUpgrade(request, stream, head, page => {
        page.on('error', () => page.terminate())
        // An app would identify its user by a cookie, and give a conversation to no other user.
        let talk: HeldConversation | undefined
        page.on('message', data => {
          const message = parsed(String(data))
          if (talk !== undefined) return talk.take(message)
          const known = talks.get(String(message.id))
          if (known === undefined && talks.size >= mostTalks)
            return page.close(1013, 'too many conversations')
          talk = known ?? open()
          talk.attach(page, known === undefined ? 0 : Number(message.seen) || 0)
        })
      })
  })

  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    model,
    pages: sockets.clients,
    async close() {
      for (const talk of talks.values()) talk.stop()
      for (const page of sockets.clients) page.terminate()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await model?.close()
    },
  }
}

interface PageFile {
  readonly type: string
  readonly content: Uint8Array | string
}

/**
 * Returns the address by which a browser reaches the model. An app makes an ephemeral key here, for a user whom it knows; its
 * own key never goes to a browser.
 */
const browserAddress = (model: LiveServer | null): PageFile | undefined =>
  model === null
    ? undefined
    : { type: 'application/json', content: JSON.stringify({ url: `${model.url}/?access_token=none` }) }

/** Bundles the page. The engine becomes a separate file, which the page loads only with `?engine=browser`. */
async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = `${import.meta.dirname}/page`
  const { outputFiles } = await build({
    entryPoints: ['page.ts', 'capture.ts'].map(name => `${folder}/${name}`),
    ...{ bundle: true, write: false, minify: true, splitting: true, format: 'esm', target: 'es2022' },
    ...{ outdir: '/', logLevel: 'error' },
    tsconfigRaw: {}, // the one here points to the sources of ctxc, an app has the package
  })
  const scripts = outputFiles.map(({ path, contents }): [string, PageFile] => [
    path,
    { type: 'text/javascript', content: contents },
  ])
  const file = (name: string, type: string): PageFile => ({
    type,
    content: readFileSync(`${folder}/${name}`),
  })
  return new Map([
    ...scripts,
    ['/', file('index.html', 'text/html; charset=utf-8')],
    ['/style.css', file('style.css', 'text/css')],
  ])
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

if (import.meta.main) {
  const { PORT, GEMINI_API_KEY = '' } = process.env
  const { url } = await startServer({ port: Number(PORT ?? 3000), key: GEMINI_API_KEY })
  console.log(url)
}
