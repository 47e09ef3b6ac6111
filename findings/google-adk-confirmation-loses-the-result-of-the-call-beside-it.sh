#!/usr/bin/env bash
# @google/adk 2.0.0: a model asks for two tools at once, and one of them has `requireConfirmation`. The other tool runs at once, but no event gets its
# result: neither the session nor the next request to the model has it, whether the person confirms or rejects. The model is shown a call without
# a result, of a tool whose effect was done.
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
  constructor() {
    super({ model: 'scripted' })
  }
  async *generateContentAsync(request) {
    this.requests.push(JSON.parse(JSON.stringify(request.contents)))
    const calls = ['look', 'pay'].map(name => ({ functionCall: { name, args: { of: 'one' } } }))
    yield { content: { role: 'model', parts: this.requests.length === 1 ? calls : [{ text: 'Done.' }] } }
  }
}

/** Has a person decide on `pay`; returns the tools that ran, and the results that the session and the next request have. */
async function decide(confirmed) {
  const ran = []
  const made = (name, requireConfirmation) =>
    new adk.FunctionTool({
      name,
      description: name,
      parameters: z.object({ of: z.string() }),
      requireConfirmation,
      execute: async () => {
        ran.push(name)
        return `${name} is done`
      },
    })
  const model = new Scripted()
  const agent = new adk.LlmAgent({ name: 'clerk', model, tools: [made('look', false), made('pay', true)] })
  const runner = new adk.InMemoryRunner({ agent, appName: 'app' })
  const at = { appName: 'app', userId: 'u' }
  const { id: sessionId } = await runner.sessionService.createSession(at)
  let question
  const send = async part => {
    const newMessage = { role: 'user', parts: [part] }
    for await (const { content } of runner.runAsync({ userId: 'u', sessionId, newMessage }))
      for (const { functionCall } of content?.parts ?? [])
        if (functionCall?.name === 'adk_request_confirmation') question = functionCall
  }
  await send({ text: 'Go' })
  const { id, name } = question
  await send({ functionResponse: { id, name, response: { confirmed } } })
  const resultsIn = contents =>
    contents.flatMap(content => content?.parts ?? []).flatMap(({ functionResponse: result }) => result?.name ?? [])
  const { events } = await runner.sessionService.getSession({ ...at, sessionId })
  return {
    ran,
    stored: resultsIn(events.map(({ content }) => content)).filter(each => !each.startsWith('adk_')),
    sent: resultsIn(model.requests.at(-1)),
  }
}

const [confirmed, rejected] = [await decide(true), await decide(false)]
console.log({ confirmed, rejected })
assert.deepEqual(confirmed, { ran: ['look', 'pay'], stored: ['pay'], sent: ['pay'] })
assert.deepEqual(rejected, { ran: ['look'], stored: ['pay'], sent: ['pay'] })
SCRIPT
node index.mjs
