#!/usr/bin/env bash
# @ai-sdk/react 4.0.177 with ai 7.0.173: a `start-step` chunk reaches the messages of the chat only with the next chunk that has content. A stream that ends
# with an empty step leaves the call before it in the last step, so `lastAssistantMessageIsCompleteWithToolCalls` is true, and the chat posts again by itself.
# A chat whose state keeps the message object (as in other bindings of AbstractChat) has the step. A text that is begun and reset makes it arrive.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ai@7.0.173 @ai-sdk/react@4.0.177 react@19.3.1 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Chat } from '@ai-sdk/react'
import { lastAssistantMessageIsCompleteWithToolCalls as isComplete } from 'ai'

const call = { toolCallId: 'c1', toolName: 'search' }
const before = [
  { type: 'start', messageId: 'a1' },
  { type: 'start-step' },
  { type: 'tool-input-available', ...call, input: {} },
  { type: 'tool-output-error', toolCallId: 'c1', errorText: 'stopped' },
  { type: 'finish-step' },
  { type: 'start-step' },
]
const after = [{ type: 'finish-step' }, { type: 'finish' }]

/** Reads a stream in a chat of React, and returns the last part, and the number of posts. */
async function read(chunks) {
  let posts = 0
  const sendMessages = async () => {
    if (++posts === 3) throw new Error('no more')
    return ReadableStream.from(chunks)
  }
  const chat = new Chat({
    transport: { sendMessages, reconnectToStream: async () => null },
    sendAutomaticallyWhen: isComplete,
  })
  await chat.sendMessage({ text: 'Search' })
  await new Promise(resolve => setTimeout(resolve, 50))
  return { last: chat.messages.at(-1).parts.at(-1).type, posts }
}

const silent = await read([...before, ...after])
const noticed = await read([...before, { type: 'text-start', id: 't' }, { type: 'reset-step' }, ...after])
console.log({ silent, noticed })
assert.deepEqual(silent, { last: 'tool-search', posts: 3 })
assert.deepEqual(noticed, { last: 'step-start', posts: 1 })
SCRIPT
node index.mjs
