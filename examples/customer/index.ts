// One customer of a shop, in four stacks. README.md has the output.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentsDesk } from './agents.ts'
import { aiSdkDesk } from './ai-sdk.ts'
import { outbox } from './desk.ts'
import { langChainDesk } from './langchain.ts'
import { runDesk } from './run.ts'
import { startStandIn } from './stand-in.ts'

const address = 'ada@example.org'
const order = `I am ${address}. Please mail me the receipt, and write in plain text: I use a screen reader.`
const how = 'How should you write to me?'

const desks = { 'ai-sdk': aiSdkDesk, langchain: langChainDesk, agents: agentsDesk, run: runDesk }

for (const [name, openDesk] of Object.entries(desks)) {
  const lines = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8')
    .trimEnd()
    .split('\n').length
  assert.ok(lines <= 40, `${name}.ts has ${lines} lines`)
  const standIn = await startStandIn()
  const desk = await openDesk(`${standIn.url}/v1`)
  outbox.length = 0

  /** Says something in a chat, and checks the answer. All four answer alike, so only the first one is printed. */
  const say = async (user: string, chat: string, text: string, answer: string): Promise<void> => {
    assert.equal(await desk.answer(user, chat, text), answer, name)
    if (name === 'ai-sdk') console.log(`${user}, ${chat}: ${text}\n  ${answer}`)
  }

  // The tool and the customer get the address.
  await say('ada', 'monday', order, `I sent it to ${address}.`)
  assert.deepEqual(outbox, [`${address}: Your receipt.`])
  await say('ada', 'monday', 'Which address was it?', `It went to ${address}.`)

  // A later chat finds what the customer said. The chat of another customer does not.
  await say('ada', 'friday', how, 'In plain text, for your screen reader.')
  await say('bob', 'friday', how, 'I do not know.')

  const { deleted, left } = await desk.forget('ada')
  assert.deepEqual(left, [])
  await say('ada', 'sunday', how, 'I do not know.')

  const seen = standIn.requests.filter(({ body }) => JSON.stringify(body).includes(address))
  assert.deepEqual(seen, [])
  await standIn.close()
  if (name === 'ai-sdk') console.log()
  const kinds = deleted.map(({ kind }) => kind).join(', ')
  console.log(`${name}.ts: ${lines} lines, ${standIn.requests.length} requests, forgotten: ${kinds}`)
}
