#!/usr/bin/env bash
# @openai/agents-core 0.20.0: a tool of a run gets as `details.toolCall` the very object that the model returned; of a streamed run, it gets a copy. So what
# an app keeps by the object of a call (a WeakMap) is found in `run(agent, input)` alone, and not after `{ stream: true }`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @openai/agents-core@0.20.0 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Agent, Runner, tool } from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { z } from 'zod'

/** Runs a tool, and returns whether it got an object of the model's output. */
async function runsWithOwnObject(stream) {
  const made = new WeakSet()
  let isSame
  const look = tool({
    name: 'look',
    description: 'Looks.',
    parameters: z.object({}),
    execute: (_input, _context, details) => {
      isSame = made.has(details.toolCall)
      return 'seen'
    },
  })
  const inner = new ScriptedModel([[functionCall('look', {}, { callId: 'c1' })], [assistantMessage('Done.')]])
  const note = output => {
    for (const item of output) made.add(item)
  }
  const model = {
    async getResponse(request) {
      const response = await inner.getResponse(request)
      note(response.output)
      return response
    },
    async *getStreamedResponse(request) {
      for await (const event of inner.getStreamedResponse(request)) {
        if (event.type === 'response_done') note(event.response.output)
        yield event
      }
    },
  }
  const result = await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'a', model, tools: [look] }), 'Look', {
    stream,
  })
  if (stream) await result.completed
  return isSame
}

const whole = await runsWithOwnObject(false)
const streamed = await runsWithOwnObject(true)
console.log({ whole, streamed })
assert.equal(whole, true)
assert.equal(streamed, false)
SCRIPT
node index.mjs
