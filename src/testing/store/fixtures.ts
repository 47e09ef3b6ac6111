import type { Owner, SessionKey } from '../../core/session/owner.ts'
import type { Page } from '../../run/store/cursor.ts'
import type { Append, NewEvent, SessionRecord } from '../../run/store/store.ts'

export const ada: Owner = { app: 'docs', user: 'ada' }
export const bob: Owner = { app: 'docs', user: 'bob' }
export const sessionKey: SessionKey = { owner: ada, id: 's1' }

/** Returns a user event with the given text. */
export const userSays = (text: string): NewEvent => ({ author: 'user', parts: [{ kind: 'text', text }] })

/** Returns the text of each event of a session. */
export const eventTexts = (record: SessionRecord | null): readonly (string | undefined)[] =>
  (record?.events ?? []).map(({ parts: [part] }) => (part?.kind === 'text' ? part.text : undefined))

/** Number of pages after which a list counts as endless. */
const mostPages = 100

/** Returns the items of all pages of a list. Throws an Error if a page is too long, or if there are too many pages. */
export async function itemsOfPages<Item>(
  limit: number,
  pageAfter: (after: { readonly after?: string }) => Promise<Page<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = []
  let page = await pageAfter({})
  for (let pages = 1; pages < mostPages; pages++) {
    if (page.items.length > limit)
      throw new Error(`expected at most ${limit} items, got ${page.items.length}`)
    items.push(...page.items)
    if (page.next === null) return items
    page = await pageAfter({ after: page.next })
  }
  throw new Error(`expected fewer than ${mostPages} pages, got more`)
}

/** Returns an argument of `append` with the given events. */
export const appendOfEvents = (
  expectedRevision: number,
  events: readonly NewEvent[],
  more: Partial<Append> = {},
): Append => ({
  expectedRevision,
  events,
  status: 'due',
  time: 1_000 + expectedRevision,
  ...more,
})
