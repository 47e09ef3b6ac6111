// A support desk: a classifier, and a clerk who looks an order up and pays it back after somebody's approval. `npx ctxc run`
// takes this file; with `--model scripted` the script below answers in place of a model.
import { agent, pipeline, tool } from 'ctxc'
import type { ScriptedAnswer } from 'ctxc/testing'

const orders = [{ id: 'A7', item: 'lamp', paid: 250 }]

const classifier = agent({
  name: 'classifier',
  model: 'gpt-5.4',
  instruction: 'Answer with one word for the topic of the request: refund, delivery or other.',
  outputKey: 'topic',
})

const clerk = agent({
  name: 'clerk',
  model: 'gpt-5.4',
  instruction: 'The request is about: {topic}. Look the order up before you pay anything back.',
  tools: [
    tool({
      name: 'look_up_order',
      description: 'Finds an order by its id.',
      parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      readOnly: true,
      execute: ({ id }) => orders.find(order => order.id === id) ?? `there is no order ${id}`,
    }),
    tool({
      name: 'refund',
      description: 'Pays an order back.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string' }, sum: { type: 'number' } },
        required: ['id', 'sum'],
      },
      needsApproval: ({ sum }) => Number(sum) > 100,
      onInterrupt: 'report',
      execute: ({ id, sum }) => `paid ${sum} back for order ${id}`,
    }),
  ],
})

export default pipeline(classifier, clerk)

export const script: readonly ScriptedAnswer[] = [
  'refund',
  { calls: [{ name: 'look_up_order', arguments: { id: 'A7' } }] },
  {
    text: 'I found your order.',
    calls: [{ name: 'refund', arguments: { id: 'A7', sum: 250 } }],
  },
  'You get 250 back for the lamp.',
]
