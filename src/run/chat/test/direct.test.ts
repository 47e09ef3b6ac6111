// Answers that are results of tools, on a page with the AI SDK's own chat class: vercel/ai#6616.
import { expect, test } from 'vitest'
import { agent, tool } from '../../../index.ts'
import { key, serving } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const direct = (execute: () => unknown) =>
  agent({ name: 'bot', model: 'gpt-5.4', tools: [tool({ name: 'submit', execute, returnDirect: true })] })
const asks = { calls: [{ name: 'submit' }] }

test.each([
  ['text', 'Sent as 17.', 'text', null],
  ['data', { id: 17 }, 'step-start', { id: 17 }],
])('a page shows %s that is the answer, and posts nothing more', async (_, value, end, output) => {
  const server = serving([asks, 'You are welcome.'], { program: direct(() => value) })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Send it' })
  await new Promise(resolve => setTimeout(resolve, 5))
  const parts = page.chat.messages.at(-1)?.parts ?? []
  expect([page.chat.status, page.posts, page.errors]).toEqual(['ready', 1, []])
  expect(parts.at(-1)).toMatchObject(end === 'text' ? { type: end, text: value } : { type: end })
  expect(parts.find(({ type }) => type === 'tool-submit')).toMatchObject({
    state: 'output-available',
    output,
  })
  expect(page.shown).toEqual(shownOf(await server.history()))
  await page.chat.sendMessage({ text: 'Thanks' })
  expect(page.chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ text: 'You are welcome.' })
  expect(page.shown).toEqual(shownOf(await server.history()))
})

test.each([false, true])(
  'data that is the answer is shown alone after changed arguments (results: %s)',
  async results => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const submit = tool({
      ...{ name: 'submit', parameters, needsApproval: true, returnDirect: true },
      execute: ({ city }) => ({ city }),
    })
    const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [submit] })
    const script = [{ calls: [{ name: 'submit', arguments: { city: 'Oslo' } }] }]
    const server = serving(script, { program, results })
    const page = new Page(server)
    await page.chat.sendMessage({ text: 'Send it' })
    await server.runner.approve(key, '1.0', { by: 'ada', arguments: { city: 'Rome' } })
    await server.runner.resume(key).outcome
    const parts = (await server.history()).at(-1)?.parts
    expect(parts?.find(({ type }) => type === 'tool-submit')).toMatchObject({ output: { city: 'Rome' } })
  },
)
