// A chat page on the AI SDK's `streamText`. It marks messages that were not sent. Open the printed address.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { consumeStream, generateId, pipeUIMessageStreamToResponse } from 'ai'
import { answer, type ChatMessage } from './chat.ts'
import { History } from './history.ts'
import { openModel } from './model.ts'
import { pageFiles } from './page-files.ts'

const { PORT = '3000', DATA_FOLDER = join(import.meta.dirname, '.ctxc') } = process.env
const files = await pageFiles()
const history = new History(DATA_FOLDER)
const { model } = await openModel()

const server = createServer(async (request, response) => {
  try {
    await respond(request, response)
  } catch (error) {
    if (!response.headersSent) response.writeHead(error instanceof TypeError ? 400 : 500)
    response.end(error instanceof TypeError ? error.message : 'the server failed')
  }
})
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
)

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const file = files.get(pathname)
  if (file !== undefined) return void response.writeHead(200, { 'content-type': file.type }).end(file.content)
  // A real app also checks here that the chat belongs to the requesting user.
  const [, id] = /^\/api\/chat\/([^/]+)$/.exec(pathname) ?? []
  if (id === undefined) return void response.writeHead(404).end()
  if (request.method !== 'POST') return void response.end(JSON.stringify(history.load(id)))

  const messages = [...history.load(id), readMessage(await text(request))]
  history.save(id, messages)
  const stream = await answer(model, messages, all => history.save(id, all))
  // The answer is read to its end and saved, even if the user closes the page.
  await pipeUIMessageStreamToResponse({ response, stream, consumeSseStream: consumeStream })
}

/** Reads a client's post: only a text, and nothing that could be mistaken for an answer or a tool result. */
function readMessage(body: string): ChatMessage {
  const { text: said } = JSON.parse(body) as { readonly text?: unknown }
  if (typeof said !== 'string' || said.trim() === '') throw new TypeError('text must be words')
  return { id: generateId(), role: 'user', parts: [{ type: 'text', text: said }] }
}
