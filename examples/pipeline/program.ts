// A support desk: a classifier, a clerk who makes refunds after an approval, and a writer of letters.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, pipeline, tool } from 'ctxc'
import type { ToolContext } from 'ctxc/run'

const model = 'gpt-5.4'
const orders = [{ id: 'A7', item: 'lamp', paid: 250 }]

/** Folder with the sessions and the list of refunds. */
export const dataFolder = process.env.DATA_FOLDER ?? join(import.meta.dirname, '.ctxc')

const lookUpOrder = tool({
  name: 'look_up_order',
  description: 'Finds an order by its id.',
  parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  readOnly: true,
  execute: ({ id }) => orders.find(order => order.id === id) ?? `there is no order ${id}`,
})

const refund = tool({
  name: 'refund',
  description: 'Pays a sum of money back for an order.',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' }, sum: { type: 'number' } },
    required: ['order', 'sum'],
  },
  needsApproval: ({ sum }) => Number(sum) > 100,
  // If the process ends during a payment, the payment is not repeated. The model reads that the outcome is unknown.
  onInterrupt: 'report',
  execute: ({ order, sum }, { key }: ToolContext) => {
    // A payment service would use `key` as its idempotency key.
    appendFileSync(join(dataFolder, 'refunds.jsonl'), `${JSON.stringify({ key, order, sum })}\n`)
    return `paid ${sum} back for order ${order}`
  },
})

const classifier = agent({
  name: 'classifier',
  model,
  instruction: 'Answer with one word for the topic of the request: refund, delivery or other.',
  outputKey: 'topic',
})

const clerk = agent({
  name: 'clerk',
  model,
  instruction:
    'The request is about: {topic}. Look the order up before you pay anything back. Then note what was done.',
  tools: [lookUpOrder, refund],
  outputKey: 'done',
})

const writer = agent({
  name: 'writer',
  model,
  instruction: 'Write a letter of one sentence to the customer. What was done: {done}',
})

export const program = pipeline(classifier, clerk, writer)
