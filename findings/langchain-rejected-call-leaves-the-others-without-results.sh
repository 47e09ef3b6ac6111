#!/usr/bin/env bash
# langchain 1.5.14: a model asks for two tools at once, and `humanInTheLoopMiddleware` asks a person about one of them. If the person rejects it, the other
# tool, which needs no approval, never runs, and gets no result either: the next request to the model has a call without an answer, which OpenAI
# and Anthropic refuse. If the person approves one of two calls and rejects the other, the approved one never runs, and is gone from the model's message.
# After `approve` and `edit`, both run.
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

/**
 * Decides on the calls of the tools that wait for a person, and returns the tools that ran, and the calls of the next
 * request: all, and those without a result.
 */
async function decide(decisions) {
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
    middleware: [humanInTheLoopMiddleware({ interruptOn: { look: decisions.length > 1, pay: true } })],
    checkpointer: new MemorySaver(),
  })
  const config = { configurable: { thread_id: '1' } }
  await agent.invoke({ messages: [new HumanMessage('Go')] }, config)
  await agent.invoke(new Command({ resume: { decisions } }), config)
  const { messages } = model.calls.at(-1)
  const answered = new Set(messages.map(message => message.tool_call_id))
  const sent = messages.flatMap(message => message.tool_calls ?? [])
  const open = sent.filter(({ id }) => !answered.has(id))
  return { ran, sent: sent.map(({ name }) => name), open: open.map(({ name }) => name) }
}

const reject = { type: 'reject', message: 'Do not pay.' }
const approved = await decide([{ type: 'approve' }])
const edited = await decide([{ type: 'edit', editedAction: { name: 'pay', args: { of: 'two' } } }])
const rejected = await decide([reject])
const mixed = await decide([{ type: 'approve' }, reject])
console.log({ approved, edited, rejected, mixed })
const both = ['look', 'pay']
for (const one of [approved, edited]) assert.deepEqual(one, { ran: both, sent: both, open: [] })
assert.deepEqual(rejected, { ran: [], sent: both, open: ['look'] })
assert.deepEqual(mixed, { ran: [], sent: ['pay'], open: [] })
SCRIPT
node index.mjs
