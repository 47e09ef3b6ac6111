// Two servers on one store behind a load balancer, real processes, and pages with the AI SDK's own chat: wherever a request goes, a page shows the same.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSchema } from '../../src/run/store/postgres/test/clients.ts'
import { storyOf, wordDelay } from './chat/scene.ts'
import { type Front, type Page, Site } from './chat/site.ts'

const sites = { postgres: new Site(ownSchema()), sqlite: new Site('') }
beforeAll(() => Promise.all(Object.values(sites).map(site => site.start())), 60_000)
afterAll(() => Promise.all(Object.values(sites).map(site => site.stop())), 60_000)

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
const lastOf = <Item>(items: readonly Item[]): Item => items.at(-1) as Item

describe.each([
  ['Postgres', sites.postgres, true],
  ['an SQLite file, which has no relay', sites.sqlite, false],
])('two servers over %s', (_, site, hasRelay) => {
  /** Checks that pages show what a page shows that is loaded now, and that the log has each event once. Returns the log. */
  async function expectSame(id: string, ...pages: readonly Page[]) {
    const { shown } = await site.page('any', id)
    for (const page of pages) expect(page.shown).toEqual(shown)
    const events = await site.log(id)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at))
    return events
  }

  test.concurrent('a page that is loaded at the other server in mid-answer gets the deltas from there', async () => {
    const first = await site.page('one', 'c1')
    site.allow('c1', 6)
    const end = first.chat.sendMessage({ text: 'Tell 24 words' })
    await first.until(() => first.words === 6)
    const second = await site.page('two', 'c1')
    const joined = second.chat.resumeStream()
    if (hasRelay) await second.until(() => second.words === 6)
    // The model waits in mid-answer, so nothing is stored that could have these words.
    site.allow('c1', 16)
    await first.until(() => first.words === 16)
    if (hasRelay) await second.until(() => second.words === 16)
    else expect(second.words).toBe(0)
    site.allow('c1', 24)
    await Promise.all([end, joined])
    expect([lastOf(first.replies).server, lastOf(second.replies).server]).toEqual(['one', 'two'])
    expect([first.text, second.text]).toEqual([storyOf('24 words'), storyOf('24 words')])
    const [atOne, atTwo] = [first, second].map(({ replies }) => lastOf(replies).deltas.length) as [
      number,
      number,
    ]
    console.info(`${atOne} deltas at the first server, ${atTwo} at the second`)
    if (!hasRelay) expect(atTwo).toBe(1)
    await expectSame('c1', first, second)
    expect(site.begun('model test/ada/c1/')).toHaveLength(1)
  })

  test.concurrent('a call is approved at the other server, and pages at both show its result and the answer', async () => {
    const first = await site.page('one', 'c2')
    await first.chat.sendMessage({ text: 'Please refund, then 16 words' })
    const { id } = first.waiting as { readonly id: string }
    const second = await site.page('two', 'c2')
    expect(second.waiting?.id).toBe(id)
    site.allow('c2', 8)
    await second.chat.addToolApprovalResponse({ id, approved: true })
    // Without a relay, only the page at the server that runs the session sees the words.
    await second.until(() => second.replies.length > 0 && (!hasRelay || second.words === 8))
    const joined = first.chat.resumeStream()
    if (hasRelay) await first.until(() => first.words === 8)
    site.allow('c2', 16)
    await joined
    await second.until(() => second.chat.status === 'ready')
    expect(lastOf(second.replies).server).toBe('two')
    expect([first.text, second.text]).toEqual([storyOf('16 words'), storyOf('16 words')])
    await expectSame('c2', first, second)
    expect(site.begun('refund test/ada/c2/')).toHaveLength(1)
  })

  test.concurrent('a run is cancelled at the other server', async () => {
    const first = await site.page('one', 'c3')
    site.allow('c3', 4)
    const end = first.chat.sendMessage({ text: 'Tell 20 words' })
    await first.until(() => first.words === 4)
    const second = await site.page('two', 'c3')
    expect(await second.stop()).toBe('two')
    const stopped = Date.now()
    await end
    console.info(`the page at the first server is told after ${Date.now() - stopped} ms`)
    await pause(5 * wordDelay)
    const events = await expectSame('c3', first)
    expect(events.filter(({ actions }) => actions?.run?.cancelled)).toHaveLength(1)
  })

  test.concurrent('a program that reads events here and goes on there has each event once', async () => {
    const page = await site.page('any', 'c4')
    const asked = page.chat.sendMessage({ text: 'Please pay, then 10 words' })
    while (site.begun('pay test/ada/c4/').length === 0) await pause(5)
    const seen: number[] = []
    for (let isOver = false, turn = 0; !isOver; turn++)
      isOver = await site.readEvents((['two', 'one'] as const)[turn % 2] as Front, 'c4', 2, seen)
    await asked
    const events = await expectSame('c4', page)
    expect(seen).toEqual(events.map(({ seq }) => seq))
    expect(site.begun('pay test/ada/c4/')).toHaveLength(1)
  })

  test.concurrent('twelve chats of one page each go to the servers in turn', async () => {
    const pages = await Promise.all(Array.from({ length: 12 }, (_, at) => site.page('any', `turn${at}`)))
    await Promise.all(pages.map(({ chat }) => chat.sendMessage({ text: 'Please pay, then 5 words' })))
    const servers = pages.map(({ replies }) => lastOf(replies).server)
    expect(servers.filter(server => server === 'one').length).toBeGreaterThan(3)
    expect(servers.filter(server => server === 'two').length).toBeGreaterThan(3)
    for (const [at, page] of pages.entries()) {
      await expectSame(`turn${at}`, page)
      expect(site.begun(`pay test/ada/turn${at}/`)).toHaveLength(1)
    }
  })

  test('a killed server leaves its answers and calls to the other one, and no tool begins twice', async () => {
    const first = await site.page('one', 'c5')
    const paying = await site.page('one', 'c6')
    site.allow('c5', 12)
    const end = first.chat.sendMessage({ text: 'Tell 24 words' })
    const asked = paying.chat.sendMessage({ text: 'Please pay, then 10 words' })
    await first.until(() => first.words === 12)
    const second = await site.page('two', 'c5')
    const joined = second.chat.resumeStream()
    if (hasRelay) await second.until(() => second.words === 12)
    while (site.begun('pay test/ada/c6/').length === 0) await pause(5)
    await site.kill('one')
    await Promise.all([end, asked])
    // The pages connect again. The balancer has only the other server, whose model waits at the same word.
    const again = [first, paying].map(({ chat }) => chat.resumeStream())
    await first.until(() => lastOf(first.replies).server === 'two' && lastOf(first.replies).deltas.length > 0)
    await Promise.all([first, second].map(page => page.until(() => page.words === 12)))
    site.allow('c5', 24)
    await Promise.all([joined, ...again])
    expect([first.text, second.text]).toEqual([storyOf('24 words'), storyOf('24 words')])
    await expectSame('c5', first, second)
    expect(paying.text).toBe(storyOf('10 words'))
    const events = await expectSame('c6', paying)
    const results = events.flatMap(({ parts }) => parts.filter(({ kind }) => kind === 'tool-result'))
    expect(results).toHaveLength(1)
    expect(site.begun('pay test/ada/c6/')).toHaveLength(1)
  })
})
