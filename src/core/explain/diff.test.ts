import { expect, test } from 'vitest'
import { renderDiff } from '../../cli/explain/render-diff.ts'
import { fromOpenAI } from '../../from.ts'
import { compile } from '../compile/compile.ts'
import { targetNames } from '../ir/target-name.ts'
import { createSession } from '../session/create.ts'
import { diff } from './diff.ts'

const session = createSession({
  events: [
    { author: 'user', text: 'Hello' },
    { author: 'a', text: 'Hi' },
  ],
})
const tools = [
  { name: 'search', description: 'Finds pages' },
  { name: 'fetch', description: 'Gets a page' },
]
const agent = { name: 'a', identity: false, staticInstruction: 'Be brief.', tools }
const models: Readonly<Record<string, string>> = {
  anthropic: 'claude-sonnet-5',
}

test.each(targetNames)('%s: the first byte that differs belongs to the changed piece', async target => {
  const model = models[target] ?? 'gpt-5.4'
  const at = async (changed: typeof agent, events = session) => {
    const one = await compile({ agent, session }, { target, model })
    return diff(one, await compile({ agent: changed, session: events }, { target, model, plan: one.plan }))
  }
  const longer = session.append({ author: 'user', text: 'And now?' })
  expect(await at(agent, longer)).toMatchObject({ parting: null, lost: 0, decisions: [] })
  expect((await at({ ...agent, staticInstruction: 'Be kind.' })).parting?.origin).toBe('d:instruction')
  // The format of roles and words cannot hold tools.
  if (target === 'text') return
  const described = await at({
    ...agent,
    tools: tools.map(tool => ({ ...tool, description: tool.description.replace('Gets', 'Takes') })),
  })
  expect(described.parting).toMatchObject({ origin: 'd:tool:fetch' })
  expect(described.parting?.earlier).toContain('Gets a page')
  expect(described.parting?.later).toContain('Takes a page')
  expect(described.decisions).toMatchObject([{ kind: 'config-change', why: 'tools' }])
  expect(described.lost).toBeGreaterThan(10)
})

test("the byte is counted in UTF-8, and the price is the cache's lost saving", async () => {
  const say = (text: string) =>
    compile({ agent: { name: 'a', identity: false, staticInstruction: text }, session }, { model: 'gpt-5.4' })
  const long = ' Be brief.'.repeat(600)
  const { parting, lost, unread, why, price } = diff(
    await say(`Grüße 🙂 an A${long}`),
    await say(`Grüße 🙂 an B${long}`),
  )
  expect(why).toBeNull()
  expect(unread).toBeGreaterThan(1_024)
  expect(parting).toMatchObject({ piece: 0, pointer: '/instructions', origin: 'd:instruction' })
  expect(parting?.byte).toBe(new TextEncoder().encode(' "Grüße 🙂 an ').length)
  expect(price).toBeGreaterThan(0)
  expect(price).toBeLessThan(lost * 1e-5)
  const { parting: within } = diff(await say('🙂'), await say('🙃'))
  expect(within?.byte).toBe(2)
})

test.each([
  ['a prefix that is too short', 'claude-haiku-4-5', 'mark', 100],
  ['a request without marks', 'claude-haiku-4-5', 'keep', 4_000],
  ['a short request to a cache without marks', 'gpt-5.4', 'keep', 5],
] as const)('%s was not cached, so its change costs nothing', async (_, model, cache, words) => {
  const say = (text: string) =>
    compile(
      { agent: { ...agent, staticInstruction: `${text}${' Be brief.'.repeat(words)}` }, session },
      { model, cache },
    )
  const [one, two] = [await say('First.'), await say('Other.')]
  const difference = diff(one, two)
  expect(difference.lost).toBeGreaterThan(0)
  expect(difference).toMatchObject({ unread: 0, price: 0, why: one.cache.kept().why })
  expect(one.cache.kept()).toMatchObject({ tokens: 0, why: expect.any(String) })
  expect(renderDiff(difference)).not.toContain('USD')
})

test('a prefix with a mark was cached, so its change costs something', async () => {
  const say = (text: string) =>
    compile(
      { agent: { ...agent, staticInstruction: `${text}${' Be brief.'.repeat(4_000)}` }, session },
      { model: 'claude-haiku-4-5', cache: 'mark' },
    )
  const difference = diff(await say('First.'), await say('Other.'))
  expect(difference.why).toBeNull()
  expect(difference.unread).toBeGreaterThan(4_096)
  expect(difference.price).toBeGreaterThan(0)
  expect(renderDiff(difference)).toContain('USD')
})

test('an instruction of several declarations is lost with its whole size', async () => {
  const say = (text: string) =>
    compile(
      {
        agent: {
          ...agent,
          identity: true,
          tools: [],
          staticInstruction: `${text} ${'Be brief. '.repeat(200)}`,
        },
        session,
      },
      { model: 'claude-sonnet-5' },
    )
  const one = await say('First.')
  const { lost } = diff(one, await say('Other.'))
  expect(lost).toBeGreaterThan(one.tokens.sections.system.estimate)
  expect(lost).toBeLessThanOrEqual(one.tokens.input)
})

test('a trim is reported as the place where the requests diverge', async () => {
  const messages = Array.from({ length: 400 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index} about the weather, which was fine`,
  }))
  const options = { model: 'gpt-5.4', budget: 4_000 }
  let begun = fromOpenAI(messages)
  let one = await compile(begun, options)
  for (;;) {
    const longer = begun.session.append(
      { author: 'user', text: 'And?' },
      { author: 'a', text: 'Fine too, as it was.' },
    )
    const two = await compile({ ...begun, session: longer }, { ...options, plan: one.plan })
    const difference = diff(one, two)
    if (difference.parting !== null) {
      expect(difference.parting.origin).toMatch(/^e:\d+\.0$/)
      expect(difference.decisions).toMatchObject([{ kind: 'trim' }])
      expect(difference.lost).toBeGreaterThan(2_000)
      const words = renderDiff(difference, { earlier: begun })
      expect(words).toContain(`message[${difference.parting.origin.slice(2, -2)}]`)
      expect(words).toContain('reason: older history was dropped')
      return
    }
    begun = { ...begun, session: longer }
    one = two
  }
})

test('a result without a request is not compared', async () => {
  const one = await compile({ agent, session }, { model: 'gpt-5.4' })
  const none = await compile({ agent, session }, { model: 'gpt-5.4', budget: 1 })
  expect(diff(none, one)).toMatchObject({ compared: false, parting: null, shared: 0, lost: 0 })
  expect(renderDiff(diff(none, one))).toContain('nothing to compare')
  expect(diff(one, none).compared).toBe(false)
  expect(diff(one, one).compared).toBe(true)
  expect(diff(one, none).parting).toMatchObject({ piece: 0, later: '', laterOrigin: null })
})

test('tool names reach the terminal escaped only (A4)', async () => {
  const name = 'weather\u001b]0;PWNED\u0007\u001b[2J\u202e'
  const toolsOf = (description: string) => [{ name, description }]
  const one = await compile({ agent: { ...agent, tools: toolsOf('one') }, session }, { model: 'gpt-5.4' })
  const two = await compile({ agent: { ...agent, tools: toolsOf('two') }, session }, { model: 'gpt-5.4' })
  const words = renderDiff(diff(one, two))
  expect(words).toContain('tool weather')
  expect(words).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})
