#!/usr/bin/env bash
# @google/adk 2.0.0: includeContents 'none' in a sequence begins at the answer of the agent before, so the second agent gets that
# answer alone, as 'For context', and never the user's question. (The Python package is known for it; this is the JavaScript one.)
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
const first = new Scripted(() => [{ text: 'booking' }])
const second = new Scripted(() => [{ text: 'Booked.' }])
await run(
  new adk.SequentialAgent({
    name: 'app',
    subAgents: [
      new adk.LlmAgent({ name: 'classifier', model: first, instruction: 'Classify.', outputKey: 'intent' }),
      new adk.LlmAgent({ name: 'booker', model: second, instruction: 'Intent: {intent}', includeContents: 'none' }),
    ],
  }),
  ['I want to fly to London'],
)
const [{ contents }] = second.requests
console.log(JSON.stringify(contents))
assert.doesNotMatch(JSON.stringify(contents), /London/)
assert.match(JSON.stringify(contents), /classifier\] said: booking/)
SCRIPT
node index.mjs
