// The agent of the service, and the model that plays its part. Nothing here knows of servers or stores.
import { setTimeout } from 'node:timers/promises'
import { agent, tool } from 'ctxc'
import type { Models } from 'ctxc/run'
import { scriptedModel } from 'ctxc/testing'

const refund = tool({
  name: 'refund',
  description: 'Pays money back. A person approves each call.',
  parameters: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  needsApproval: true,
  execute: async ({ sum }: { readonly sum: number }) => {
    await setTimeout(50)
    return `paid ${sum} back`
  },
})

export const desk = agent({
  name: 'desk',
  model: 'gpt-5.4',
  instruction: 'Help customers with their orders.',
  tools: [refund],
})

/** Model that asks for a refund, and thanks when it is paid. Use the clients of `ctxc/models` for a real one. */
export const models: Models = () =>
  scriptedModel(({ messages }) =>
    messages.some(message => 'role' in message && message.role === 'tool')
      ? { text: 'You get 250 back for the lamp.', usage: { inputTokens: 900, outputTokens: 12 } }
      : {
          text: 'I ask for your money.',
          calls: [{ name: 'refund', arguments: { sum: 250 } }],
          usage: { inputTokens: 400, outputTokens: 30 },
        },
  )
