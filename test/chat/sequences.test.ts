// A law: whatever a person does on a page, and in whatever order, it shows what a page shows that is loaded again, and it
// posts no more than the person does. `CTXC_CHATS=5000` runs more sequences.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, tool } from '../../src/index.ts'
import { key, serving } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const sequences = Number(process.env.CTXC_CHATS ?? 200)

const someCall = fc.constantFrom('look', 'look', 'book', 'book', 'slow', 'fail')
const someAnswer = fc.record({
  text: fc.constantFrom('', 'Well.', 'Let me see.', 'Zwölf — 日本'),
  calls: fc.oneof(fc.constant([]), fc.array(someCall, { minLength: 1, maxLength: 2 })),
})

/** What a person does on a page; numbers choose among what is there. */
const someAct = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat(9), same: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      approves: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('click' as const), approved: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('load' as const) }) },
)
type Act = typeof someAct extends fc.Arbitrary<infer Kind> ? Kind : never

/** An act, the tab in which it is done, and the number of turns of the event loop after which the next one is begun; null for its end. */
const someStep = fc.record({
  act: someAct,
  tab: fc.constantFrom(0, 0, 0, 1),
  turns: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(0, 3, 10, 30)),
})
const someChat = fc.record({
  answers: fc.array(someAnswer, { maxLength: 8 }),
  steps: fc.array(someStep, { minLength: 2, maxLength: 8 }),
  isOpen: fc.boolean(),
})
type Chat = typeof someChat extends fc.Arbitrary<infer Kind> ? Kind : never

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const turn = () => new Promise(resolve => setImmediate(resolve))
const tools = [
  tool({ name: 'look', parameters, execute: ({ city }) => `sunny in ${city}` }),
  tool({ name: 'book', parameters, needsApproval: true, execute: () => 'booked' }),
  tool({
    name: 'slow',
    parameters,
    execute: async (_, { signal }) => {
      for (let turns = 0; turns < 20; turns++) {
        await turn()
        if (signal.aborted) throw new Error('stopped')
      }
      return 'done'
    },
  }),
  tool({
    name: 'fail',
    parameters,
    execute: () => {
      throw new Error('the secret is 42')
    },
  }),
]

/** A tab of a browser. */
interface Tab {
  page: Page
  /** Whether it was told of all that happened. */
  isTold: boolean
}

/** Tabs in which somebody uses one chat. */
class Browser {
  readonly server: ReturnType<typeof serving>
  readonly tabs: Tab[]
  readonly kinds = new Set<string>()
  private count = 0
  private readonly begun: Promise<unknown>[] = []

  constructor({ answers, isOpen }: Pick<Chat, 'answers' | 'isOpen'>) {
    const left = answers.map(({ text, calls }, at) => ({
      // A model that says nothing has failed.
      text: text === '' && calls.length === 0 ? 'Well.' : text,
      calls: (calls as readonly string[]).map(name => ({ name, arguments: { city: `city ${at}` } })),
    }))
    const program = agent({ name: 'bot', model: 'gpt-5.4', tools })
    this.server = serving(() => left.shift() ?? 'Done.', { program, results: isOpen, arguments: isOpen })
    this.tabs = [0, 1].map(() => ({ page: new Page(this.server), isTold: true }))
  }

  /** Begins an act in a tab, and returns the number of posts that it may lead to. */
  async begin(act: Act, tab: Tab, isBusy: boolean): Promise<number> {
    const { page } = tab
    const { chat } = page
    const users = chat.messages.filter(({ role }) => role === 'user')
    const text = `message ${this.count++}`
    // Other tabs are not told of what is done in this one.
    const tell = (): void => {
      for (const other of this.tabs) if (other !== tab) other.isTold = false
    }
    if (act.kind === 'send') {
      tell()
      this.begun.push(chat.sendMessage({ text }))
    } else if (act.kind === 'edit') {
      const message = users[act.which % users.length]
      if (message === undefined) return 0
      tell()
      const [part] = message.parts
      const same = act.same && part?.type === 'text' ? part.text : text
      this.begun.push(chat.sendMessage({ text: same, messageId: message.id }))
    } else if (act.kind === 'again') {
      const message = chat.messages[act.which % chat.messages.length]
      if (message === undefined) return 0
      tell()
      this.begun.push(chat.regenerate({ messageId: message.id }))
    } else if (act.kind === 'decide') {
      // Buttons of all cards, one after the other.
      const { cards } = page
      for (const [at, id] of cards.entries()) {
        tell()
        this.begun.push(
          Promise.resolve(chat.addToolApprovalResponse({ id, approved: act.approves[at % 3] as boolean })),
        )
      }
      return cards.length > 0 ? 1 : 0
    } else if (act.kind === 'click') {
      const [id] = page.cards
      if (id === undefined) return 0
      tell()
      // A decision that is not posted is the page's own.
      if (page.cards.length > 1) tab.isTold = false
      this.begun.push(Promise.resolve(chat.addToolApprovalResponse({ id, approved: act.approved })))
    } else if (act.kind === 'stop') {
      tell()
      await page.stop()
      return 0
    } else if (act.kind === 'leave') {
      await chat.stop()
      if (isBusy) tab.isTold = false
      return 0
    } else {
      // What is on its way to the server when a page is loaded reaches it later.
      for (let turns = 0; isBusy && turns < 50 && (await this.status()) !== 'due'; turns++) await turn()
      const fresh = new Page(this.server, await this.server.history())
      await chat.stop()
      tab.page = fresh
      tab.isTold = true
      this.begun.push(fresh.chat.resumeStream())
      return 0
    }
    return 1
  }

  private async status(): Promise<string | undefined> {
    return (await this.server.store.read(key))?.status
  }

  /** Waits until nothing happens any more. */
  async settle(): Promise<void> {
    const isBusy = (): boolean =>
      this.tabs.some(({ page: { chat } }) => chat.status === 'submitted' || chat.status === 'streaming')
    await Promise.all(this.begun.splice(0))
    for (let quiet = 0; quiet < 3; quiet = isBusy() ? 0 : quiet + 1) {
      await this.server.runner.idle()
      await turn()
    }
  }

  async check(): Promise<void> {
    const loaded = shownOf(await this.server.history())
    for (const { parts } of loaded)
      for (const part of parts) this.kinds.add('state' in part ? String(part.state) : part.type)
    for (const { page, isTold } of this.tabs) {
      if (!isTold) continue
      expect(page.shown).toEqual(loaded)
      expect(page.errors).toEqual([])
    }
  }
}

test('a page shows what a page shows that is loaded again, whatever was done', {
  timeout: 60_000 + sequences * 200,
}, async () => {
  const kinds = new Set<string>()
  let compared = 0
  let posts = 0
  await fc.assert(
    fc.asyncProperty(someChat, async chat => {
      const browser = new Browser(chat)
      let allowed = 0
      let isBusy = false
      for (const { act, tab, turns } of chat.steps) {
        const used = browser.tabs[tab] as Tab
        allowed += await browser.begin(act, used, isBusy)
        // What two people do at once, each sees in the order in which their page is told.
        if (isBusy && act.kind !== 'stop' && act.kind !== 'load')
          for (const each of browser.tabs) each.isTold = false
        isBusy = turns !== null
        if (turns === null) {
          await browser.settle()
          await browser.check()
        } else for (let left = turns; left > 0; left--) await turn()
      }
      await browser.settle()
      await browser.check()
      const made = browser.tabs.reduce((sum, { page }) => sum + page.posts, 0)
      expect(made).toBeLessThanOrEqual(allowed)
      posts += made
      compared += browser.tabs.filter(({ isTold }) => isTold).length
      for (const kind of browser.kinds) kinds.add(kind)
      await browser.server.runner.stop()
    }),
    { numRuns: sequences, seed: 20_261_128 },
  )
  console.log(`chats: ${sequences} sequences, ${posts} posts, ${compared} pages compared at their ends`)
  for (const kind of ['done', 'approval-requested', 'output-available', 'output-error', 'output-denied'])
    expect(kinds).toContain(kind)
})
