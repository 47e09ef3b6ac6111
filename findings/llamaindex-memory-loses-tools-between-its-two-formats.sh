#!/usr/bin/env bash
# @llamaindex/core 0.6.22: Memory takes messages of the AI SDK's form and gives them back, but a tool part that comes in becomes a text
# part without text, and a call and its result that were added in LlamaIndex's own form go out as an empty and a plain text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @llamaindex/core@0.6.22 @llamaindex/env@0.1.30
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { createMemory } from '@llamaindex/core/memory'

const incoming = createMemory()
const tool = { type: 'tool-look', toolCallId: 'c1', state: 'output-available', input: { q: 'x' }, output: 'FOUND' }
await incoming.add({ id: '1', role: 'assistant', content: '', parts: [{ type: 'text', text: 'I look.' }, tool] })
const llm = await incoming.getLLM()
console.log('in: ', JSON.stringify(llm))
assert.deepEqual(llm[0].content, [{ type: 'text', text: 'I look.' }, { type: 'text', text: undefined }])

const outgoing = createMemory()
await outgoing.add({ role: 'assistant', content: '', options: { toolCall: [{ id: 'c1', name: 'look', input: { q: 'x' } }] } })
await outgoing.add({ role: 'user', content: 'FOUND', options: { toolResult: { id: 'c1', result: 'FOUND', isError: false } } })
const ui = await outgoing.get({ type: 'vercel' })
console.log('out:', JSON.stringify(ui.map(({ role, parts }) => ({ role, parts }))))
assert.deepEqual(ui.map(({ parts }) => parts), [[{ type: 'text', text: '' }], [{ type: 'text', text: 'FOUND' }]])
SCRIPT
node index.mjs
