#!/usr/bin/env bash
# @google/adk 2.0.0: TruncatingContextCompactor keeps calls with their results, but cuts between a user's message and its answer, so
# requests begin with a call of the model. The window slides at every call of a loop: no request begins as the one before it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @google/adk@2.0.0 zod@4
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import * as adk from '@google/adk'
import { z } from 'zod'

adk.setLogLevel(adk.LogLevel.ERROR)
class Scripted extends adk.BaseLlm {
  requests = []
  constructor(answer) {
    super({ model: 'scripted' })
    this.answer = answer
  }
  async *generateContentAsync(request) {
    this.requests.push(structuredClone(JSON.parse(JSON.stringify(request))))
    const content = { role: 'model', parts: this.answer(this.requests.length) }
    yield { content, usageMetadata: { promptTokenCount: JSON.stringify(request.contents).length } }
  }
}
async function run(agent, messages, state = {}) {
  const runner = new adk.InMemoryRunner({ agent, appName: 'app' })
  const { id } = await runner.sessionService.createSession({ appName: 'app', userId: 'u', state })
  const events = []
  for (const text of messages)
    for await (const event of runner.runAsync({ userId: 'u', sessionId: id, newMessage: { role: 'user', parts: [{ text }] } }))
      events.push(event)
  return events
}
const kind = part => (part.functionCall ? 'call' : part.functionResponse ? 'result' : part.text)
const shape = contents => contents.map(({ role, parts }) => `${role}: ${parts.map(kind).join(' + ')}`)
const look = new adk.FunctionTool({ name: 'look', description: 'Looks.', parameters: z.object({}), execute: async () => ({ seen: 1 }) })
const model = new Scripted(call => (call % 2 === 1 ? [{ functionCall: { name: 'look', args: {} } }] : [{ text: 'Done.' }]))
const contextCompactors = [new adk.TruncatingContextCompactor({ threshold: 4 })]
await run(new adk.LlmAgent({ name: 'bot', model, instruction: 'Help.', tools: [look], contextCompactors }), ['One', 'Two', 'Three'])
const shapes = model.requests.map(({ contents }) => shape(contents))
for (const each of shapes) console.log(each.join(' | '))
assert.deepEqual(shapes[2], ['model: call', 'user: result', 'model: Done.', 'user: Two'])
assert.deepEqual(shapes[4], ['model: call', 'user: result', 'model: Done.', 'user: Three'])
for (const [index, each] of shapes.slice(2).entries()) assert.notDeepEqual(each.slice(0, 1), shapes[index + 1].slice(0, 1))
SCRIPT
node index.mjs
