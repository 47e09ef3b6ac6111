#!/usr/bin/env bash
# @anthropic-ai/sdk 1.14.0: client.messages.stream() ignores compaction_delta and usage.iterations, so the final message has a
# compaction block with content null, and a usage without the compaction's tokens. client.beta.messages.stream() has both.
# Whoever stores the plain stream's message keeps a block that says nothing, and pays for tokens that it never counted.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @anthropic-ai/sdk@1.14.0
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import Anthropic from '@anthropic-ai/sdk'

const events = [
  { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'compaction', content: null } },
  { type: 'content_block_delta', index: 0, delta: { type: 'compaction_delta', content: 'A summary.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5, iterations: [{ type: 'compaction', input_tokens: 900, output_tokens: 30 }] } },
  { type: 'message_stop' },
]
const body = events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const client = new Anthropic({ apiKey: 'none', fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }) })
const request = { model: 'claude-opus-5-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
const plain = await client.messages.stream(request).finalMessage()
const beta = await client.beta.messages.stream(request).finalMessage()
console.log('plain:', JSON.stringify(plain.content[0]), JSON.stringify(plain.usage))
console.log('beta: ', JSON.stringify(beta.content[0]), JSON.stringify(beta.usage))
assert.equal(plain.content[0].content, null)
assert.equal(plain.usage.iterations, undefined)
assert.equal(beta.content[0].content, 'A summary.')
assert.equal(beta.usage.iterations[0].input_tokens, 900)
SCRIPT
node index.mjs
