// Chats over HTTP with the transport that the page uses. After a kill, the second server has the history.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DefaultChatTransport, readUIMessageStream } from 'ai'
import type { ChatMessage } from './chat.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctxc-chat-'))

async function start(): Promise<{ readonly server: ChildProcess; readonly url: string }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'index.ts')], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(server.stdout, 'data')
  return { server, url: String(url).trim() }
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL')
  await once(server, 'close')
}

/** Sends a message, and prints the calls and the beginning of the answer. */
async function say(url: string, text: string): Promise<void> {
  const api = `${url}/api/chat/demo`
  const prepareSendMessagesRequest = () => ({ body: { text } })
  const transport = new DefaultChatTransport<ChatMessage>({ api, prepareSendMessagesRequest })
  const request = { chatId: 'demo', messages: [], messageId: undefined, abortSignal: undefined }
  const stream = await transport.sendMessages({ trigger: 'submit-message', ...request })
  let last: ChatMessage | undefined
  let pieces = 0
  for await (const message of readUIMessageStream<ChatMessage>({ stream, terminateOnError: true })) {
    last = message
    pieces++
  }
  assert(last?.metadata, 'the answer says what was sent')
  assert(pieces > 3, 'the answer comes in pieces')
  assert(last.metadata.tokens <= last.metadata.limit)
  console.log(`user: ${text}`)
  for (const part of last.parts) {
    if (part.type === 'tool-weather' && part.state === 'output-available')
      console.log(`weather: ${JSON.stringify(part.input)} ${JSON.stringify(part.output)}`)
    if (part.type === 'text') console.log(`assistant: ${part.text.slice(0, 40)}`)
  }
  const { tokens, limit, dropped } = last.metadata
  const all = (await (await fetch(api)).json()) as ChatMessage[]
  const places = dropped.map(id => all.findIndex(message => message.id === id))
  console.log(
    `  sent: about ${tokens} of ${limit} tokens, dropped messages: ${places.join(', ') || 'none'}\n`,
  )
}

const first = await start()
try {
  await say(first.url, 'What is the weather in Rome?')
  for (const each of ['Rome', 'Paris', 'Lima']) await say(first.url, `Tell me about ${each}.`)
} finally {
  await stop(first.server)
}
console.log('(the server is killed, and another one starts)\n')
const second = await start()
try {
  await say(second.url, 'And the weather in Oslo?')
  assert.match(await (await fetch(`${second.url}/`)).text(), /page\.js/)
  assert.match(await (await fetch(`${second.url}/page.js`)).text(), /Not sent to the model/)
  const forged = await fetch(`${second.url}/api/chat/demo`, { method: 'POST', body: '{"role":"assistant"}' })
  assert.equal(forged.status, 400)
} finally {
  await stop(second.server)
  rmSync(folder, { recursive: true })
}
