import { agent, C, compile, createSession, type EventInput } from 'ctxc'
import { processMemories } from 'ctxc/remember'
import { expect, test } from 'vitest'

const model = 'claude-opus-5-5'
const owner = { app: 'a', user: 'u' }
const user = (text: string): EventInput => ({ author: 'user', text })
const answer: EventInput = { author: 'bot', text: 'Yes.' }
const codesOf = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code)

test('a compile that appends a change of the instruction searches the memories once', async () => {
  const memory = processMemories()
  await memory.add(owner, [{ id: 's1/0', text: 'I like night trains.', author: 'user', session: 's1' }])
  const queries: string[] = []
  const spied = {
    ...memory,
    search: (...given: Parameters<typeof memory.search>) => {
      queries.push(given[1].text)
      return memory.search(...given)
    },
  }
  const bot = (instruction: string) =>
    agent({ name: 'bot', model, instruction, context: [C.all(), C.memory({ top: 2 })] })
  const options = { memory: spied, owner }
  let session = createSession({ id: 's2', events: [user('Which trains do I like?')] })
  const first = await compile(bot('Be kind.'), session, options)
  session = session.append(...first.events, answer, user('Which trains go at night?'))
  const second = await compile(bot('Be brief.'), session, { ...options, plan: first.plan })
  expect(codesOf(second)).toContain('CX5004')
  expect(queries).toEqual(['Which trains do I like?', 'Which trains go at night?'])
  expect(second.events.filter(({ actions }) => actions?.effect)).toHaveLength(1)
  expect(JSON.stringify(second.request)).toContain('night trains')
})

test('an appended change is not reported if requests begin with it after all', async () => {
  const bot = (instruction: string) => ({ name: 'bot', model, instruction })
  const options = { budget: 3_000 }
  let session = createSession({ events: [user('Hello.')] })
  const first = await compile(bot('Be kind.'), session, options)
  session = session.append(...first.events, answer, user('And?'))
  const second = await compile(bot('Be brief.'), session, { ...options, plan: first.plan })
  expect(codesOf(second)).toContain('CX5004')
  const long = Array.from({ length: 12 }, () => [answer, user('many more words '.repeat(90))]).flat()
  session = session.append(...second.events, ...long)
  const third = await compile(bot('Be formal.'), session, { ...options, plan: second.plan })
  expect(third.events.at(-1)?.actions?.declared?.begins).toBe(true)
  expect([third.ok, codesOf(third).filter(code => code === 'CX5004')]).toEqual([true, []])
  expect(JSON.stringify(third.request)).toContain('Be formal.')
})
