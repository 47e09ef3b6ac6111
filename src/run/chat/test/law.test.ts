// A law: after any actions, a page shows what a reloaded page shows, own values of the user included. `CTXC_CHATS=5000` runs more sequences.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redact } from '../../../core/protect/index.ts'
import { agent, tool } from '../../../index.ts'
import { key, serving } from './page.ts'
import { Page, shownOf } from './sdk-page.ts'

const sequences = Number(process.env.CTXC_CHATS ?? 200)

const someCall = fc.record({
  name: fc.constantFrom('look', 'look', 'book', 'book', 'book', 'slow', 'fail', 'unknown', 'finish'),
  city: fc.constantFrom('Oslo', 'Oslo', 5, undefined),
})
const someAnswer = fc.record({
  text: fc.constantFrom('', 'Well.', 'To [secret:email:1] and [secret:email:2].', 'Zwölf — 日本'),
  calls: fc.oneof(fc.constant([]), fc.array(someCall, { minLength: 1, maxLength: 3 })),
})

/** Actions of a person on a page. Numbers select messages and cards of the page. */
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

/** An action, its browser tab, and the number of event loop turns until the next action begins; null for its end. */
const someStep = fc.record({
  act: someAct,
  tab: fc.constantFrom(0, 0, 0, 1),
  /** Whether a page that may be outdated is loaded again first. */
  loads: fc.boolean(),
  turns: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.constantFrom(0, 3, 10, 30)),
})
const someChat = fc.record({
  answers: fc.array(someAnswer, { minLength: 2, maxLength: 8, size: 'max' }),
  steps: fc.array(someStep, { minLength: 3, maxLength: 7, size: 'max' }),
  isOpen: fc.boolean(),
  /** Whether addresses are protected, and those of the user are shown to him. */
  protects: fc.constantFrom(false, false, false, true),
})
type Chat = typeof someChat extends fc.Arbitrary<infer Kind> ? Kind : never

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const protect = [redact({ pii: ['email'] })]
const turn = () => new Promise(resolve => setImmediate(resolve))
const tools = [
  tool({ name: 'look', parameters, execute: ({ city }) => `sunny in ${city}, bob@example.org` }),
  tool({ name: 'book', parameters, needsApproval: true, execute: () => 'booked' }),
  tool({
    name: 'finish',
    parameters,
    returnDirect: true,
    execute: ({ city }) => `sent to ${city}, bob@example.org`,
  }),
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

const first = { act: { kind: 'send' as const }, tab: 0, loads: false, turns: null }

/** Ignores the error of a click on a message that has just disappeared from the page. */
const isGone = (error: Error): void => {
  if (error.name !== 'AI_InvalidArgumentError') throw error
}

/** A browser tab. */
interface Tab {
  page: Page
  /** Whether the tab has received everything that happened. */
  isTold: boolean
  /** Whether the tab posted while other posts were answered, since it was loaded. */
  isMixed: boolean
}

/** Browser tabs in which somebody uses one chat. */
class Browser {
  readonly server: ReturnType<typeof serving>
  readonly tabs: Tab[]
  readonly kinds = new Set<string>()
  /** Pages that were replaced by loading them again. */
  private readonly left: Page[] = []
  /** Number of pages that were compared. */
  compared = 0
  private count = 0
  private readonly begun: Promise<unknown>[] = []

  constructor({ answers, isOpen, protects }: Pick<Chat, 'answers' | 'isOpen' | 'protects'>) {
    const left = answers.map(({ text, calls }, at) => ({
      // A model whose answer is empty counts as failed.
      text: text === '' && calls.length === 0 ? 'Well.' : text,
      // No two calls are equal, because a limit stops a run that repeats equal calls.
      calls: (calls as readonly { readonly name: string; readonly city: unknown }[]).map(
        ({ name, city }) => ({
          name,
          arguments: { ...(city !== undefined && { city }), at },
        }),
      ),
    }))
    const program = agent({ name: 'bot', model: 'gpt-5.4', tools, ...(protects && { protect }) })
    const chat = { ...(protects && { show: ['email'] }), results: isOpen, arguments: isOpen }
    this.server = serving(() => left.shift() ?? 'Done.', { program, chat })
    this.tabs = [0, 1].map(() => ({ page: new Page(this.server), isTold: true, isMixed: false }))
  }

  /** Begins an action in a tab, and returns the number of posts that it may cause. */
  async begin(act: Act, tab: Tab, isBusy: boolean): Promise<number> {
    const { page } = tab
    const { chat } = page
    const users = chat.messages.filter(({ role }) => role === 'user')
    const text = `message ${this.count++} by ada@example.org`
    // The other tabs do not receive what happens in this tab.
    const tell = (): void => {
      for (const other of this.tabs) if (other !== tab) other.isTold = false
    }
    if (act.kind === 'send') {
      tell()
      this.start(chat.sendMessage({ text }))
    } else if (act.kind === 'edit') {
      const message = users[act.which % users.length]
      if (message === undefined) return 0
      tell()
      const [part] = message.parts
      const same = act.same && part?.type === 'text' ? part.text : text
      this.start(chat.sendMessage({ text: same, messageId: message.id }))
    } else if (act.kind === 'again') {
      const message = chat.messages[act.which % chat.messages.length]
      if (message === undefined) return 0
      tell()
      this.start(chat.regenerate({ messageId: message.id }))
    } else if (act.kind === 'decide') {
      // Buttons of all cards of the page.
      const { cards } = page
      for (const [at, id] of cards.entries()) {
        tell()
        this.start(chat.addToolApprovalResponse({ id, approved: act.approves[at % 3] as boolean }))
      }
      return cards.length > 0 ? 1 : 0
    } else if (act.kind === 'click') {
      const [id] = page.cards
      if (id === undefined) return 0
      tell()
      // A decision that is not posted yet is known only to this page.
      if (page.cards.length > 1) tab.isTold = false
      this.start(chat.addToolApprovalResponse({ id, approved: act.approved }))
    } else if (act.kind === 'stop') {
      tell()
      await page.stop()
      return 0
    } else if (act.kind === 'leave') {
      await chat.stop()
      if (isBusy) tab.isTold = false
      return 0
    } else {
      // A post that is sent while a page loads reaches the server later.
      for (let turns = 0; isBusy && turns < 50 && (await this.status()) !== 'due'; turns++) await turn()
      await this.load(tab)
      return 0
    }
    return 1
  }

  /** Loads the page of a tab again. */
  async load(tab: Tab): Promise<void> {
    const fresh = new Page(this.server, await this.server.history())
    await tab.page.chat.stop()
    this.left.push(tab.page)
    tab.page = fresh
    tab.isTold = true
    tab.isMixed = false
    this.start(fresh.chat.resumeStream())
  }

  /** Number of posts of all pages. */
  get posts(): number {
    return [...this.left, ...this.tabs.map(({ page }) => page)].reduce((sum, { posts }) => sum + posts, 0)
  }

  private start(work: void | PromiseLike<void>): void {
    this.begun.push(Promise.resolve(work).catch(isGone))
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

  /** Compares the pages that received everything. Of the page that just got an answer, compares this answer. */
  async check({ page: { chat, shown } }: Tab, isAnswered: boolean): Promise<void> {
    const loaded = shownOf(await this.server.history())
    if (isAnswered && chat.status === 'ready' && shown.at(-1)?.role === 'assistant')
      expect(shown.slice(-2)).toEqual(loaded.slice(-2))
    for (const { parts } of loaded)
      for (const part of parts) this.kinds.add('state' in part ? String(part.state) : part.type)
    for (const { page, isTold } of this.tabs) {
      if (!isTold) continue
      this.compared++
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
      let before: Act['kind'] = 'send'
      for (const { act, tab, loads, turns } of [first, ...chat.steps]) {
        const used = browser.tabs[tab] as Tab
        if (loads && !used.isTold && !isBusy) {
          await browser.load(used)
          await browser.settle()
        }
        allowed += await browser.begin(act, used, isBusy)
        // Each page shows the order in which it learned of actions. A decision that a stop overtakes stays on its page.
        if (isBusy && (act.kind !== 'stop' || before === 'decide') && act.kind !== 'load')
          for (const each of browser.tabs) each.isTold = false
        // Two posts that are sent at the same time may reach the server in either order.
        if (isBusy) for (const each of browser.tabs) each.isMixed = true
        const isAnswered =
          !used.isMixed && (act.kind === 'send' || act.kind === 'edit' || act.kind === 'again')
        before = act.kind
        isBusy = turns !== null
        if (turns === null) {
          await browser.settle()
          await browser.check(used, isAnswered)
        } else for (let left = turns; left > 0; left--) await turn()
      }
      await browser.settle()
      await browser.check(browser.tabs[0] as Tab, false)
      expect(browser.posts).toBeLessThanOrEqual(allowed)
      posts += browser.posts
      compared += browser.compared
      for (const kind of browser.kinds) kinds.add(kind)
      await browser.server.runner.stop()
    }),
    { numRuns: sequences, seed: 20_261_128 },
  )
  console.log(`chats: ${sequences} sequences, ${posts} posts, ${compared} pages compared`)
  for (const kind of [
    'done',
    'step-start',
    'approval-requested',
    'output-available',
    'output-error',
    'output-denied',
  ])
    expect(kinds).toContain(kind)
})
