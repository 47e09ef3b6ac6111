#!/usr/bin/env bash
# @google/genai 3.3.0: the history of `ai.chats` after `sendMessage` has one model turn for an answer; after `sendMessageStream` it has one for each piece of the
# stream. The next request sends them all, so a streamed answer of 40 pieces is 40 `contents` of role `model` in each later request, and the two
# ways to send a message send different bytes for the same conversation. If a stream ends without a finish reason, the history has nothing of it: the next
# request has neither the answer nor the user's message before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @google/genai@3.3.0
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { GoogleGenAI } from '@google/genai'

const words = Array.from({ length: 40 }, (_, at) => `word ${at} `)
const answer = (text, isLast = true) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, ...(isLast && { finishReason: 'STOP' }) }],
})
const bodies = []
let hasReason = true
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  bodies.push(JSON.parse(body))
  if (request.url.includes('alt=sse')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of words) response.write(`data: ${JSON.stringify(answer(word, hasReason && word === words.at(-1)))}\n\n`)
    response.end()
  } else {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer(words.join(''))))
  }
})
await new Promise(ready => server.listen(0, '127.0.0.1', ready))
const baseUrl = `http://127.0.0.1:${server.address().port}`
const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })

/** Sends two messages, and returns the roles of the contents of the second request. */
async function rolesAfter(method) {
  const chat = ai.chats.create({ model: 'gemini-3.5-flash' })
  for (const message of ['Hello', 'Go on']) {
    const made = await chat[method]({ message })
    if (method === 'sendMessageStream') for await (const _ of made);
  }
  return bodies.at(-1).contents.map(({ role }) => role)
}

const whole = await rolesAfter('sendMessage')
const streamed = await rolesAfter('sendMessageStream')
hasReason = false
const cut = await rolesAfter('sendMessageStream')
server.close()
console.log({ whole: whole.length, streamed: streamed.length, cut: cut.length })
assert.deepEqual(whole, ['user', 'model', 'user'])
assert.deepEqual(streamed, ['user', ...words.map(() => 'model'), 'user'])
assert.deepEqual(cut, ['user'])
SCRIPT
node index.mjs
