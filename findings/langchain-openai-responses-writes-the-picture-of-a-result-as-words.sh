#!/usr/bin/env bash
# @langchain/openai 1.5.8: on the Responses API, a ToolMessage whose content is a text block and an `image_url` block is sent as one JSON text, with
# the base64 of the picture in it as words. A HumanMessage with the same blocks is sent with an `input_image`. So a tool that draws costs the base64
# as text, and the model sees no picture.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/openai@1.5.8 @langchain/core@1.4.0
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'

const url = 'data:image/png;base64,iVBORw0KGgo='
const content = [
  { type: 'text', text: 'A map.' },
  { type: 'image_url', image_url: { url } },
]
let sent
const fetch = async (_, { body }) => {
  sent = JSON.parse(body)
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] }
  const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-4.1', output: [message], usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }
  return new Response(JSON.stringify(response), { headers: { 'content-type': 'application/json' } })
}
const model = new ChatOpenAI({ model: 'gpt-4.1', apiKey: 'none', useResponsesApi: true, maxRetries: 0, configuration: { fetch } })
await model.invoke([
  new HumanMessage({ content }),
  new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'draw', args: {} }] }),
  new ToolMessage({ tool_call_id: 'call_1', content }),
])
const asked = sent.input.find(({ role }) => role === 'user').content
const { output } = sent.input.find(({ type }) => type === 'function_call_output')
console.log('of the user:', JSON.stringify(asked))
console.log('of the tool:', JSON.stringify(output))
assert.deepEqual(asked.map(({ type }) => type), ['input_text', 'input_image'])
assert.equal(typeof output, 'string')
assert.deepEqual(JSON.parse(output), content)
SCRIPT
node index.mjs
