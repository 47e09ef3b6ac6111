#!/usr/bin/env bash
# langchain 1.5.14: a model asks for two tools at once, and `humanInTheLoopMiddleware` asks a person about one of them. If the person rejects it, the other
# tool, which needs no approval, never runs, and gets no result either: the next request to the model has a call without an answer, which OpenAI
# and Anthropic refuse. After `approve` and `edit`, both run.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts \
  langchain@1.5.14 @langchain/core@1.4.0 @langchain/langgraph@1.7.3 zod@4.6.7
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Command, MemorySaver } from '@langchain/langgraph'
import { AIMessage, createAgent, fakeModel, HumanMessage, humanInTheLoopMiddleware, tool } from 'langchain'
import { z } from 'zod'

/** Decides on the call of `pay`, and returns the tools that ran, and the calls without a result in the next request. */
async function decide(decision) {
  const ran = []
  const made = name =>
    tool(
      () => {
        ran.push(name)
        return `${name} is done`
      },
      { name, description: name, schema: z.object({ of: z.string() }) },
    )
  const model = fakeModel()
  const calls = ['look', 'pay'].map(name => ({ id: `call_${name}`, name, args: { of: 'one' } }))
  model.respond(new AIMessage({ content: '', tool_calls: calls }))
  model.respond(new AIMessage('Done.'))
  const agent = createAgent({
    model,
    tools: [made('look'), made('pay')],
    middleware: [humanInTheLoopMiddleware({ interruptOn: { pay: true } })],
    checkpointer: new MemorySaver(),
  })
  const config = { configurable: { thread_id: '1' } }
  await agent.invoke({ messages: [new HumanMessage('Go')] }, config)
  await agent.invoke(new Command({ resume: { decisions: [decision] } }), config)
  const { messages } = model.calls.at(-1)
  const answered = new Set(messages.map(message => message.tool_call_id))
  const open = messages.flatMap(message => message.tool_calls ?? []).filter(({ id }) => !answered.has(id))
  return { ran, open: open.map(({ name }) => name), calls: model.calls.length }
}

const approved = await decide({ type: 'approve' })
const edited = await decide({ type: 'edit', editedAction: { name: 'pay', args: { of: 'two' } } })
const rejected = await decide({ type: 'reject', message: 'Do not pay.' })
console.log({ approved, edited, rejected })
for (const both of [approved, edited]) assert.deepEqual(both, { ran: ['look', 'pay'], open: [], calls: 2 })
assert.deepEqual(rejected, { ran: [], open: ['look'], calls: 2 })
SCRIPT
node index.mjs
