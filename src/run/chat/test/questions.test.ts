// A server's question on a page with the AI SDK's own chat class: livekit#5378, kimi-code#1350, claude-ai-mcp#45.
import { acceptedContent, inputRequired } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { redact } from '../../../core/protect/index.ts'
import { agent, tool } from '../../../index.ts'
import { connectMcp } from '../../mcp/index.ts'
import { served } from '../../mcp/test/servers.ts'
import { chunksOf, key, serving, user } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
const place = '1.0'

async function bank() {
  const { modern } = served(server => {
    server.registerTool('pay', { inputSchema: z.object({ to: z.string() }) }, ({ to }, { mcpReq }) => {
      const { inputResponses } = mcpReq
      const given = acceptedContent<{ sum: number }>(inputResponses, 'sum')
      if (inputResponses === undefined)
        return inputRequired({
          inputRequests: {
            sum: inputRequired.elicit({ message: 'How much?', requestedSchema: schema as never }),
          },
        })
      return { content: [{ type: 'text', text: given ? `paid ${given.sum} to ${to}` : 'not paid' }] }
    })
  })
  const { tools } = await connectMcp({ name: 'bank', connect: modern })
  const script = [{ calls: [{ name: 'bank__pay', arguments: { to: 'Bob' } }] }, 'That is all.']
  return serving(script, { program: agent({ name: 'bot', model: 'gpt-5.4', tools }), results: true })
}

const partOf = (page: Page) =>
  page.chat.messages.flatMap(({ parts }) => parts).find(part => 'toolCallId' in part) as unknown as Record<
    string,
    unknown
  >

async function settled(page: Page): Promise<void> {
  while (page.chat.status !== 'ready' && page.chat.status !== 'error')
    await new Promise(resolve => setTimeout(resolve, 2))
}

test.each([
  ['a form', false, { output: { sum: 4 } }, 'paid 4 to Bob'],
  ['a form after a reload', true, { output: { sum: 4 } }, 'paid 4 to Bob'],
  ['a refusal', false, { state: 'output-error', errorText: 'no' }, 'not paid'],
])('%s answers a question, and the result is the server’s', async (_, isReloaded, given, output) => {
  const server = await bank()
  let page = new Page(server)
  await page.chat.sendMessage({ text: 'Pay Bob' })
  if (isReloaded) page = new Page(server, await server.history())
  expect(page.shown).toEqual(shownOf(await server.history()))
  expect(partOf(page)).toMatchObject({
    state: 'input-available',
    input: { to: 'Bob' },
    toolMetadata: { ctxc: { waitsFor: 'answer', question: { message: 'How much?', schema } } },
  })
  await page.chat.addToolOutput({ tool: 'bank__pay', toolCallId: place, ...given } as never)
  await settled(page)
  expect(page.errors).toEqual([])
  expect(partOf(page)).toMatchObject({ state: 'output-available', output })
  expect(page.shown).toEqual(shownOf(await server.history()))
  expect(server.client.requests).toHaveLength(2)
})

test('an answer that does not fit is refused, and the question stays', async () => {
  const server = await bank()
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Pay Bob' })
  await page.chat.addToolOutput({ tool: 'bank__pay', toolCallId: place, output: { sum: 'x' } } as never)
  await settled(page)
  expect(page.errors).toHaveLength(1)
  const again = new Page(server, await server.history())
  expect(partOf(again)).toMatchObject({ state: 'input-available', toolMetadata: { ctxc: { question: {} } } })
})

test.each([true, false])(
  'a page is told of a running call once for each percent (results: %s): W5',
  async results => {
    const { modern } = served(server => {
      server.registerTool('build', {}, async ({ mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken as number
        for (const progress of [1, 2, 3, 500, 501])
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 1_000, message: 'builds' },
          })
        return { content: [{ type: 'text', text: 'built' }] }
      })
    })
    const { tools } = await connectMcp({ name: 'ci', connect: modern })
    const server = serving([{ calls: [{ name: 'ci__build' }] }, 'Built.'], {
      program: agent({ name: 'bot', model: 'gpt-5.4', tools }),
      results,
    })
    const chunks = await chunksOf(await server.post({ messages: [user('u1', 'Build')] }))
    const reports = chunks.filter(({ type }) => type === 'data-progress')
    expect(reports).toEqual(
      (results ? [1, 500] : []).map(progress => ({
        ...{ type: 'data-progress', id: place, transient: true },
        data: {
          toolCallId: place,
          toolName: 'ci__build',
          value: { progress, total: 1_000, message: 'builds' },
        },
      })),
    )
    expect(JSON.stringify(await server.history())).not.toContain('builds')
  },
)

describe('a page shows protected values as placeholders', () => {
  const dan = 'dan@x.example'
  const protect = [redact({ pii: ['email'] })]
  const mail = { type: 'string', enum: [dan, 'eve@x.example'], default: dan }
  const question = { type: 'object', properties: { mail, others: { type: 'array' } }, required: ['mail'] }
  const outputSchema = {
    type: 'object',
    properties: { mail: { type: 'string', format: 'email' } },
    required: ['mail'],
  }

  /** A server that asks for a mail, and a tool that a person answers. */
  async function asking(name: string) {
    const given: unknown[] = []
    const { modern } = served(server => {
      server.registerTool('pay', {}, ({ mcpReq: { inputResponses } }) => {
        given.push(acceptedContent(inputResponses, 'form'))
        return inputResponses === undefined
          ? inputRequired({
              inputRequests: {
                form: inputRequired.elicit({ message: 'Which?', requestedSchema: question as never }),
              },
            })
          : { content: [{ type: 'text', text: 'paid' }] }
      })
    })
    const { tools } = await connectMcp({ name: 'bank', connect: modern })
    const ask = tool({ name: 'ask', answeredBy: 'person', outputSchema })
    const script = [{ calls: [{ name, arguments: { suggested: dan } }] }, 'That is all.']
    const server = serving(script, {
      program: agent({ name: 'bot', model: 'gpt-5.4', tools: [...tools, ask], protect }),
    })
    await (await server.post({ messages: [user('u1', 'Go')] })).text()
    const answer = async (output: unknown) => {
      const messages = await server.history()
      const part = messages.at(-1)?.parts.find(each => 'toolCallId' in each)
      Object.assign(part as object, { state: 'output-available', output })
      return server.post({ messages })
    }
    return { ...server, given, answer }
  }

  test('a refused answer quotes the placeholders of a schema', async () => {
    const { answer, runner } = await asking('bank__pay')
    const refused = await answer({ mail: 'x' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toMatch(/does not match any of .*\[secret:email:/)
    const error = await runner.answer(key, place, { mail: 'x' }, { by: 'ada' }).catch(reason => reason)
    expect(error.name).toBe('DecisionError')
    expect(JSON.stringify([error.message, error.problems])).not.toContain('@x.example')
  })

  test('a choice that is left as it is shown is the value in the log, also if it is posted twice', async () => {
    const { answer, given } = await asking('bank__pay')
    const shown = { mail: '[secret:email:1]', others: ['[secret:email:2]', '[secret:email:9]'] }
    await chunksOf(await answer(shown))
    expect(given).toEqual([undefined, { mail: dan, others: ['eve@x.example', '[secret:email:9]'] }])
    await chunksOf(await answer(shown))
    expect(given).toHaveLength(2)
  })

  test('a person answers with an argument as it is shown', async () => {
    const { answer, events } = await asking('ask')
    await chunksOf(await answer({ mail: '[secret:email:1]' }))
    expect(JSON.stringify(await events())).toContain(`"answer":{"mail":"${dan}"}`)
  })
})
