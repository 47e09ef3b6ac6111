// Program that the shell blocks call app.ts: an agent whose tool needs an approval, and a scripted model.
import { agent, tool } from 'ctxc'
import { scriptedModel } from 'ctxc/testing'

const refund = tool({
  name: 'refund',
  parameters: { type: 'object', properties: { sum: { type: 'number' } } },
  needsApproval: true,
  execute: () => 'paid back',
})

export default agent({ name: 'clerk', model: 'gpt-5.4', instruction: 'Help the customer.', tools: [refund] })

const client = scriptedModel(({ messages }) =>
  (messages.at(-1) as { role?: string } | undefined)?.role === 'tool'
    ? 'You get your money back.'
    : { calls: [{ name: 'refund', arguments: { sum: 5 } }] },
)
export const models = () => client

/** Answers for `--model scripted`. */
export const script = ['Hello.', 'Hello again.', 'And again.', 'Bye.']
