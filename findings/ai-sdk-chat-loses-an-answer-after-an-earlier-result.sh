#!/usr/bin/env bash
# ai 7.0.173: an answer whose stream begins with the result of a call in an earlier message, such as one that a stop closed, is not shown:
# the chat ends with an error at that chunk. No chunk reaches an earlier message; a transient data part does not disturb, and onData gets it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ai@7.0.173 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { AbstractChat, DefaultChatTransport } from 'ai'

async function shownAfter(first) {
  const state = {
    status: 'ready',
    messages: [
      { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Search' }] },
      { id: 'a1', role: 'assistant', parts: [{ type: 'tool-search', toolCallId: 'c1', state: 'input-available', input: {} }] },
    ],
    pushMessage: message => (state.messages = [...state.messages, message]),
    popMessage: () => (state.messages = state.messages.slice(0, -1)),
    replaceMessage: (at, message) => (state.messages = state.messages.with(at, message)),
    snapshot: structuredClone,
  }
  const chunks = [
    { type: 'start', messageId: 'a2' },
    first,
    { type: 'start-step' },
    { type: 'text-start', id: 't1' },
    { type: 'text-delta', id: 't1', delta: 'Hello' },
    { type: 'text-end', id: 't1' },
    { type: 'finish' },
  ]
  const body = chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const told = []
  class Chat extends AbstractChat {}
  const chat = new Chat({
    state,
    transport: new DefaultChatTransport({ api: 'http://localhost/api/chat', fetch }),
    onData: ({ data }) => told.push(data),
  })
  await chat.sendMessage({ text: 'Hi' })
  const text = chat.lastMessage.parts.map(part => (chat.lastMessage.role === 'assistant' ? (part.text ?? '') : '')).join('')
  return { status: chat.status, text, error: chat.error?.message, call: chat.messages[1].parts[0].state, told }
}

const result = await shownAfter({ type: 'tool-output-error', toolCallId: 'c1', errorText: 'stopped' })
const data = await shownAfter({ type: 'data-call', transient: true, data: { toolCallId: 'c1', state: 'output-error' } })
console.log({ result, data })
assert.equal(result.status, 'error')
assert.match(result.error, /No tool invocation found/)
assert.equal(result.text, '')
assert.equal(result.call, 'input-available')
assert.equal(data.text, 'Hello')
assert.equal(data.told.length, 1)
SCRIPT
node index.mjs
