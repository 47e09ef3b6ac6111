/**
 * A server with a chat, one of several that share a store: `server.ts NAME PLACE FILE`. It prints its port. FILE gets a line
 * for each call of the model and of a tool when it begins; FILE.ID has the number of words that the model may say.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { agent, type Member, tool } from '../../../src/index.ts'
import { chatHandler, serverSentEvents } from '../../../src/run/chat/index.ts'
import { storeAt } from '../../../src/run/runner/test/processes/store-at.ts'
import { createRunner, type ModelClient, type ToolContext } from '../../../src/run.ts'
import { type ScriptedRequest, scriptedModel } from '../../../src/testing/scripted-model.ts'
import { leaseLength, owner, storyOf, wordDelay } from './scene.ts'

const [, , name = '', place = '', file = ''] = process.argv
const note = (line: string): void => appendFileSync(file, `${line} ${name}\n`)
const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

const made = (called: string, duration: number, more: object = {}) =>
  tool({
    name: called,
    onInterrupt: 'report',
    ...more,
    execute: async (_, context) => {
      note(`${called} ${(context as ToolContext).key}`)
      await pause(duration)
      return `${called} is done`
    },
  })

/** Calls the tools that the last message of the user names, and then tells a story. */
function answerTo({ messages }: ScriptedRequest) {
  const turn = messages.slice(
    messages.findLastIndex(message => (message as { role: string }).role === 'user'),
  )
  const asked = JSON.stringify(turn[0])
  const isCalled = turn.some(message => (message as { role: string }).role === 'tool')
  const wanted = ['pay', 'refund'].filter(each => asked.includes(`Please ${each}`))
  if (!isCalled && wanted.length > 0) return { calls: wanted.map(each => ({ name: each })) }
  return storyOf(asked)
}

/** Returns the number of words that a test lets the model say in a session: all, if it says nothing about that. */
function wordsAllowed(key: string): number {
  const path = `${file}.${key.split('/').at(2)}`
  return existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.POSITIVE_INFINITY
}

/** Returns a model whose texts come word by word, in real time. */
function talking(): ModelClient {
  const client = scriptedModel(answerTo)
  return {
    target: client.target,
    async *stream(request, call) {
      note(`model ${call.key}`)
      let said = 0
      for await (const part of client.stream(request, call)) {
        if (part.type === 'text') await pause(wordDelay)
        while (part.type === 'text' && said >= wordsAllowed(call.key) && !call.signal.aborted) await pause(10)
        if (call.signal.aborted) return
        if (part.type === 'text') said++
        yield part
      }
    },
  }
}

const client = talking()
const store = await storeAt(place, { listen: true })
const runner = createRunner({
  program: agent({
    name: 'teller',
    model: 'gpt-5.4',
    tools: [made('pay', 600), made('refund', 1, { needsApproval: true })] as never,
  }) as Member,
  store,
  models: () => client,
  sharing: { leaseLength, holder: `${name} ${process.pid}` },
})
const handle = chatHandler({ runner, store, key: (_, id) => ({ owner, id }) })

/** Events of a session from a place in its log on, for a program that reads them. */
function eventsFrom(id: string, from: number): Response {
  const stream = runner.resume({ owner, id }, { from })
  stream.outcome.catch(() => {})
  return new Response(serverSentEvents(stream))
}

const server = createServer(async (incoming, outgoing) => {
  const { url = '', method, headers } = incoming
  const [, events, id = '', from] = url.split('/')
  const body = method === 'POST' ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}
  const init = { method, headers, ...body } as RequestInit
  const response =
    events === 'events'
      ? eventsFrom(id, Number(from))
      : await handle(new Request(`http://localhost${url}`, init))
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'x-server': name })
  outgoing.flushHeaders()
  if (response.body === null) return void outgoing.end()
  const stream = Readable.fromWeb(response.body as never)
  stream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => stream.destroy())
  stream.pipe(outgoing)
})
await runner.recover()
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.on('end', async () => {
  server.close()
  server.closeAllConnections()
  await runner.stop()
  await store.close()
})
process.stdin.resume()
