// Versions of a chat, on a page with the AI SDK's own chat class: svelte-langgraph#72, agent-zero#1137, wealthfolio#679.
import { describe, expect, test } from 'vitest'
import { agent, createSession, type EventInput, tool } from '../../../index.ts'
import { messageVersions } from '../versions.ts'
import { serving, user } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const answers = ['To Paris.', 'You are welcome.', 'To London.', 'To Rome.', 'Again.']

/** A page whose first message was edited after two turns. */
async function edited() {
  const server = serving(answers)
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Paris' })
  await page.chat.sendMessage({ text: 'Thanks' })
  const first = page.chat.messages[0]?.id as string
  await page.chat.sendMessage({ text: 'London', messageId: first })
  return { server, page, first }
}

const load = async ({ get }: ReturnType<typeof serving>, version?: number) => {
  const response = await get(version === undefined ? '' : `?version=${version}`)
  return (await response.json()) as {
    messages: never[]
    versions: Record<string, { revision: number; isShown: boolean }[]>
  }
}

const wordsOf = (messages: readonly object[]): readonly unknown[] =>
  shownOf(messages as never).map(each => JSON.stringify(each).match(/"text":"([^"]*)"/)?.[1])

test('a page steps through the versions of an edited message, which changes nothing', async () => {
  const { server, first } = await edited()
  const now = await load(server)
  expect(wordsOf(now.messages)).toEqual(['London', 'To London.'])
  const versions = now.versions[first] ?? []
  expect(versions.map(({ isShown }) => isShown)).toEqual([false, true])
  const length = (await server.events()).length
  const before = await load(server, versions[0]?.revision)
  expect(wordsOf(before.messages)).toEqual(['Paris', 'To Paris.', 'Thanks', 'You are welcome.'])
  expect(before.versions[first]?.map(({ isShown }) => isShown)).toEqual([true, false])
  expect(wordsOf((await load(server, before.versions[first]?.[1]?.revision)).messages)).toEqual([
    'London',
    'To London.',
  ])
  expect(await server.events()).toHaveLength(length)
})

test('a message on an earlier version continues it, and the model is sent that version alone', async () => {
  const { server, page, first } = await edited()
  const { revision = 0 } = (await load(server)).versions[first]?.[0] ?? {}
  page.chat.messages = (await load(server, revision)).messages
  await page.chat.sendMessage({ text: 'And Rome?' }, { body: { version: revision } })
  const request = JSON.stringify(server.client.requests.at(-1))
  for (const words of ['Paris', 'Thanks', 'And Rome?']) expect(request).toContain(words)
  expect(request).not.toContain('London')
  const { messages, versions } = await load(server)
  expect(page.shown).toEqual(shownOf(messages))
  expect(wordsOf(messages)).toEqual([
    'Paris',
    'To Paris.',
    'Thanks',
    'You are welcome.',
    'And Rome?',
    'To Rome.',
  ])
  // The version that was continued is one version, however often it is left and taken up again.
  expect(versions[first]).toHaveLength(2)
  const other = versions[first]?.[1]?.revision
  page.chat.messages = (await load(server, other)).messages
  await page.chat.regenerate({ body: { version: other } })
  expect(wordsOf((await load(server)).messages)).toEqual(['London', 'Again.'])
})

test('an answer that is generated again is a version of the answer', async () => {
  const server = serving(answers)
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Where to?' })
  await page.chat.regenerate()
  const { messages, versions } = await load(server)
  const answer = (messages.at(-1) as { readonly id: string } | undefined)?.id ?? ''
  expect(Object.keys(versions)).toEqual([answer])
  const texts = await Promise.all(
    (versions[answer] ?? []).map(async ({ revision }) => wordsOf((await load(server, revision)).messages)),
  )
  expect(texts).toEqual([
    ['Where to?', 'To Paris.'],
    ['Where to?', 'You are welcome.'],
  ])
})

describe('a repeated post on an earlier version', () => {
  const said = async () => {
    const { server, first } = await edited()
    const [old, now] = ((await load(server)).versions[first] ?? []).map(({ revision }) => revision)
    const post = (id: string, text: string, version?: number) =>
      server.post({ messages: [user(id, text)], ...(version && { version }) })
    return { server, old, now, post }
  }

  test('is answered once, also after a later message', async () => {
    const { server, old, post } = await said()
    for (let times = 0; times < 2; times++) await (await post('m9', 'And Rome?', old)).text()
    await (await post('m10', 'Next')).text()
    expect(await (await post('m9', 'And Rome?', old)).text()).toContain('Rome')
    const words = wordsOf((await load(server)).messages)
    expect(words.filter(each => each === 'And Rome?')).toHaveLength(1)
    expect(server.client.requests).toHaveLength(5)
  })

  test('is refused once another page has continued another version', async () => {
    const { server, old, now, post } = await said()
    await (await post('m9', 'And Rome?', old)).text()
    await (await post('m10', 'Next', now)).text()
    expect((await post('m9', 'And Rome?', old)).status).toBe(409)
    expect(wordsOf((await load(server)).messages)).toEqual(['London', 'To London.', 'Next', 'Again.'])
  })

  test('does not go to the version that another page has continued at the same moment', async () => {
    const { server, old, now, post } = await said()
    await Promise.all(
      [post('m9', 'one', old), post('m10', 'two', now)].map(async each => (await each).text()),
    )
    const words = wordsOf((await load(server)).messages)
    expect(words.includes('one') && words.includes('two')).toBe(false)
    expect(words[0]).toBe(words.includes('one') ? 'Paris' : 'London')
  })
})

test('calls of a version that was left are shown as ended, because nobody can decide on them', async () => {
  const pay = tool({ name: 'pay', needsApproval: true, execute: () => 'paid' })
  const program = agent({ name: 'bot', model: 'gpt-5.4', tools: [pay] })
  const server = serving([{ calls: [{ name: 'pay' }] }, 'To London.'], { program })
  const page = new Page(server)
  await page.chat.sendMessage({ text: 'Pay' })
  const first = page.chat.messages[0]?.id as string
  await page.chat.sendMessage({ text: 'London', messageId: first })
  const { revision = 0 } = (await load(server)).versions[first]?.[0] ?? {}
  const left = JSON.stringify((await load(server, revision)).messages)
  expect(left).toContain('"output-error"')
  expect(left).not.toContain('"approval-requested"')
})

test('a version that is none is refused', async () => {
  const { server } = await edited()
  for (const version of ['0', '-1', 'x', '999', '1.5'])
    expect((await server.get(`?version=${version}`)).status).toBe(400)
  for (const version of [0, 'x', 1.5])
    expect((await server.post({ messages: [user('m8', 'Hi')], version })).status).toBe(400)
})

test('versions of versions are those of the chat that is shown', () => {
  const say = (text: string): EventInput => ({ author: 'user', text })
  const answer = (text: string): EventInput => ({ author: 'bot', text })
  const back = (to: number): EventInput => ({ author: 'developer', actions: { rewind: { to } } })
  const { events } = createSession({
    events: [
      say('a'),
      answer('1'),
      say('b'),
      answer('2'),
      back(2),
      say('c'),
      answer('3'),
      back(0),
      say('d'),
      answer('4'),
    ],
  })
  expect(messageVersions(events)).toEqual({
    u8: [
      { revision: 7, isShown: false },
      { revision: 10, isShown: true },
    ],
  })
  expect(messageVersions(events, { version: 7 })).toEqual({
    u0: [
      { revision: 7, isShown: true },
      { revision: 10, isShown: false },
    ],
    u5: [
      { revision: 4, isShown: false },
      { revision: 7, isShown: true },
    ],
  })
})

test('the versions of a chat are found in one pass, however many there are', () => {
  const say = (text: string): EventInput => ({ author: 'user', text })
  const answer = (text: string): EventInput => ({ author: 'bot', text })
  const made = Array.from({ length: 1_000 }, (_, at): EventInput[] => {
    const rewind = { author: 'developer', actions: { rewind: { to: at * 4 + 1 } } }
    return [say('q'), answer('a'), rewind, answer('b')]
  })
  let reads = 0
  const events = createSession({ events: made.flat() }).events.map(event => ({
    ...event,
    get actions() {
      reads++
      return event.actions
    },
  }))
  expect(Object.keys(messageVersions(events as never))).toHaveLength(1_000)
  expect(reads).toBeLessThan(events.length * 10)
})
