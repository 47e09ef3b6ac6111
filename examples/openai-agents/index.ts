// A run with many steps and a small budget, without network or key. The model is the SDK's own scripted model.
import { Agent, Runner, tool } from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { contextCompiler } from 'ctxc/openai-agents'

const search = tool({
  name: 'search',
  description: 'Searches the web.',
  strict: false,
  parameters: {
    type: 'object',
    properties: { query: { type: 'string' } },
    required: ['query'],
    additionalProperties: true,
  },
  execute: () => 'Sunny spells and a light wind. '.repeat(40),
})

const model = new ScriptedModel([
  ...Array.from({ length: 20 }, (_, step) => [
    functionCall('search', { query: `question ${step}` }, { callId: `call_${step}` }),
  ]),
  [assistantMessage('Done.')],
])

const agent = new Agent({ name: 'clerk', model, tools: [search] })
const runner = new Runner({
  tracingDisabled: true,
  callModelInputFilter: contextCompiler({ model: 'gpt-5.4', budget: 2_000 }),
})
const { history } = await runner.run(agent, 'What is the weather like?', { maxTurns: 50 })
const sent = model.lastCall?.request.input ?? []
console.log(`the history holds ${history.length} items, the last call sent ${sent.length}`)
