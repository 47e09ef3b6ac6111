#!/usr/bin/env bash
# ai 7.0.173: a chat with lastAssistantMessageIsCompleteWithApprovalResponses posts a decision again and again, without a pause, while the
# answer leaves the call as it is: an empty message with status 200, as a server gives that knows of no call to decide. A status of 409, or a
# chunk that ends the call, ends it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ai@7.0.173 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { AbstractChat, DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai'

const card = { type: 'tool-pay', toolCallId: 'c1', state: 'approval-requested', input: {}, approval: { id: 'c1' } }
const most = 200

async function postsWith(answer) {
  const state = {
    status: 'ready',
    messages: [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Pay' }] },
      { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, card] },
    ],
    pushMessage: message => (state.messages = [...state.messages, message]),
    popMessage: () => (state.messages = state.messages.slice(0, -1)),
    replaceMessage: (at, message) => (state.messages = state.messages.with(at, message)),
    snapshot: structuredClone,
  }
  let posts = 0
  const fetch = async () => (++posts < most ? answer() : new Response('', { status: 500 }))
  class Chat extends AbstractChat {}
  const chat = new Chat({
    state,
    transport: new DefaultChatTransport({ api: 'http://localhost/api/chat', fetch }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
  await chat.addToolApprovalResponse({ id: 'c1', approved: true })
  await new Promise(resolve => setTimeout(resolve, 1_500))
  return posts
}

const stream = (...chunks) => () =>
  new Response(chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`).join(''), { headers: { 'content-type': 'text/event-stream' } })

const empty = await postsWith(stream({ type: 'start', messageId: 'a' }, { type: 'finish' }))
const refused = await postsWith(() => new Response('{}', { status: 409 }))
const ended = await postsWith(
  stream({ type: 'start', messageId: 'a' }, { type: 'tool-output-error', toolCallId: 'c1', errorText: 'cancelled' }, { type: 'finish' }),
)
console.log({ empty, refused, ended })
assert.equal(empty, most)
assert.equal(refused, 1)
assert.equal(ended, 1)
SCRIPT
node index.mjs
