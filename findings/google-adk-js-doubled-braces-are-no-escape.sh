#!/usr/bin/env bash
# @google/adk 2.0.0: an instruction with {{name}} or { name } is filled in like {name}: doubled braces are no escape and leave no brace,
# and blanks are ignored. A JSON example stays, because its text is no key.
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
const filled = async instruction => {
  const model = new Scripted(() => [{ text: 'Yes.' }])
  await run(new adk.LlmAgent({ name: 'bot', model, instruction }), ['Hi'], { name: 'Ann' })
  return model.requests[0].config.systemInstruction.split('\n\n').at(-1)
}
const texts = ['{name}', '{{name}}', '{{{name}}}', '{ name }', 'Return {"a": 1}', '{missing?}!']
const seen = Object.fromEntries(await Promise.all(texts.map(async text => [text, await filled(text)])))
console.log(seen)
assert.equal(seen['{{name}}'], 'Ann')
assert.equal(seen['{ name }'], 'Ann')
assert.equal(seen['Return {"a": 1}'], 'Return {"a": 1}')
SCRIPT
node index.mjs
