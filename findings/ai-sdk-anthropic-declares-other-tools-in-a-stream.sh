#!/usr/bin/env bash
# ai 7.0.173 with @ai-sdk/anthropic 4.0.105: the same tools are declared differently by generateText and streamText. Only a streamed request has
# `eager_input_streaming: true` on each tool, so the two do not begin with the same bytes. With `eagerInputStreaming: false` in a tool's options they do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts ai@7.0.173 @ai-sdk/anthropic@4.0.105 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, jsonSchema, streamText, tool } from 'ai'

const bodies = []
// The body is all that is of interest, so every call is refused.
const fetch = async (_url, { body }) => {
  bodies.push(JSON.parse(body))
  const error = { type: 'error', error: { type: 'invalid_request_error', message: 'refused' } }
  return Response.json(error, { status: 400 })
}
const model = createAnthropic({ apiKey: 'none', fetch })('claude-opus-5-5')

async function toolsSent(providerOptions) {
  bodies.length = 0
  const inputSchema = jsonSchema({ type: 'object', properties: { city: { type: 'string' } } })
  const tools = { weather: tool({ description: 'Weather of a city', inputSchema, providerOptions }) }
  const call = { model, tools, prompt: 'How is Paris?', maxRetries: 0 }
  await generateText(call).catch(() => {})
  await streamText({ ...call, onError() {} }).consumeStream({ onError() {} })
  return bodies.map(({ tools: [sent] }) => sent)
}

const [whole, streamed] = await toolsSent(undefined)
const [same, alike] = await toolsSent({ anthropic: { eagerInputStreaming: false } })
console.log({ whole, streamed, same, alike })
assert.equal(whole.eager_input_streaming, undefined)
assert.equal(streamed.eager_input_streaming, true)
assert.deepEqual({ ...streamed, eager_input_streaming: undefined }, { ...whole, eager_input_streaming: undefined })
assert.deepEqual(alike, same)
SCRIPT
node index.mjs
