#!/usr/bin/env bash
# @google/adk 2.0.0: two transfer_to_agent calls in one answer both get the result 'Transfer queued'. Only the last agent is run; the
# first one never is, and nothing says so. The argument is called agentName here (agent_name in the Python package).
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
const transfer = agentName => ({ functionCall: { name: 'transfer_to_agent', args: { agentName } } })
const [hotel, car] = ['hotel', 'car'].map(name => new Scripted(() => [{ text: `This is ${name}.` }]))
const router = new Scripted(() => [transfer('hotel'), transfer('car')])
const subAgents = [
  new adk.LlmAgent({ name: 'hotel', description: 'Books hotels.', model: hotel }),
  new adk.LlmAgent({ name: 'car', description: 'Rents cars.', model: car }),
]
const events = await run(new adk.LlmAgent({ name: 'router', model: router, instruction: 'Route.', subAgents }), ['A hotel and a car'])
const results = events.flatMap(({ content }) => content?.parts ?? []).flatMap(part => (part.functionResponse ? [part.functionResponse.response] : []))
console.log('results:', JSON.stringify(results), 'calls of hotel:', hotel.requests.length, 'of car:', car.requests.length)
assert.deepEqual(results, [{ result: 'Transfer queued' }, { result: 'Transfer queued' }])
assert.deepEqual([hotel.requests.length, car.requests.length], [0, 1])
SCRIPT
node index.mjs
