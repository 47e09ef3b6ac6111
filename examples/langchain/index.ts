// An agent with many steps and a small budget, without network or key. The model is LangChain's own fake.
import { contextCompiler } from 'ctxc/langchain'
import { AIMessage, createAgent, fakeModel, HumanMessage, tool } from 'langchain'

const search = tool(() => 'Sunny spells and a light wind. '.repeat(40), {
  name: 'search',
  description: 'Searches the web.',
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
})

const model = fakeModel()
for (let step = 0; step < 20; step++) {
  const args = { query: `question ${step}` }
  model.respond(new AIMessage({ content: '', tool_calls: [{ id: `call_${step}`, name: 'search', args }] }))
}
model.respond(new AIMessage('Done.'))

const agent = createAgent({
  model,
  tools: [search],
  middleware: [contextCompiler({ model: 'gpt-5.4', budget: 2_000 })],
})
const question = new HumanMessage('What is the weather like?')
const { messages } = await agent.invoke({ messages: [question] }, { recursionLimit: 100 })
console.log(
  `the state holds ${messages.length} messages, the last call sent ${model.calls.at(-1)?.messages.length}`,
)
