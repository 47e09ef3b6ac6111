// Schemas with regular expressions of other languages: of MCP tools, of the app's tools, and of answers.
import { expect, test } from 'vitest'
import { check } from '../../../check.ts'
import { type Agent, agent, tool } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { type Script, scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { connectMcp } from '../index.ts'
import { fakeClient } from './servers.ts'

const readable = '^https\\:\\/\\/'
const foreign = '(?i)^https'

const schemaOf = (pattern: string) => ({
  type: 'object',
  properties: { url: { type: 'string', pattern } },
  required: ['url'],
})

async function outcome(program: Agent, script: Script) {
  const client = scriptedModel(script)
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client })
  const stream = runner.run({ owner: { app: 'test' }, id: 's' }, { message: 'Go' })
  const said: string[] = []
  for await (const event of stream)
    if (event.type === 'event')
      for (const part of event.event.parts)
        if (part.kind === 'tool-result') said.push(JSON.stringify(part.content))
  const { status } = await stream.outcome
  await runner.stop()
  return { status, said }
}

test.each([
  [readable, 'http://a', true],
  [foreign, 'HTTPS://a', false],
])(
  "a call of a server's tool and of an own one runs although its schema has %s",
  async (pattern, other, isEnforced) => {
    const listed = [{ name: 'open', inputSchema: schemaOf(pattern) }]
    const server = await connectMcp({ name: 'srv', connect: async () => fakeClient(listed) })
    expect(server.problems.map(problem => problem.includes('#/properties/url pattern'))).toEqual(
      isEnforced ? [] : [true],
    )
    const own = tool({ name: 'open', parameters: schemaOf(pattern), execute: () => 'done' })
    const given = (name: string) => ({
      calls: [
        { name, arguments: { url: 'https://a' } },
        { name, arguments: { url: other } },
      ],
    })
    for (const [tools, name] of [[server.tools, 'srv__open'] as const, [[own], 'open'] as const]) {
      const program = agent({ name: 'bot', model: 'gpt-5.4', tools })
      const { said } = await outcome(program, [given(name), 'Done.'])
      expect(said.filter(text => text.includes('done'))).toHaveLength(isEnforced ? 1 : 2)
      expect(said.join().includes('url: String does not match pattern')).toBe(isEnforced)
      const found = check(program).diagnostics.filter(({ code }) => code === 'CX1032')
      expect(found.map(({ data }) => data)).toMatchObject(
        isEnforced ? [] : [{ agent: 'bot', tool: name, keywords: ['#/properties/url pattern'] }],
      )
    }
    await server.close()
  },
)

test('an answer is valid although its schema has a pattern of another language, and check says so', async () => {
  const program = agent({
    name: 'bot',
    model: 'gpt-5.4',
    instruction: 'Answer.',
    outputSchema: schemaOf(foreign),
  })
  expect(await outcome(program, ['{"url":"HTTPS://a"}'])).toMatchObject({ status: 'done' })
  expect(check(program).diagnostics).toMatchObject([
    { code: 'CX1032', level: 'warn', at: ['d:outputSchema'], data: { tool: null } },
  ])
})
