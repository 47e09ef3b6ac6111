// A law: what a page was sent of a run, as the AI SDK puts it together, is what it is sent when it is loaded again.
import type { UIMessage } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chunksOf, messageOf, serving, user } from './page.ts'

const words = fc.constantFrom('', 'Well.', 'Let me see.', 'Zwölf — 日本')
const someCall = fc.record({
  name: fc.constantFrom('look', 'book', 'fail', 'unknown'),
  arguments: fc.constantFrom({ city: 'Oslo' }, { city: 5 }, {}),
})
const someAnswer = fc.oneof(
  words.filter(text => text !== ''),
  fc.record({ text: words, calls: fc.array(someCall, { minLength: 1, maxLength: 3 }) }),
)

const someChat = fc.record({
  answers: fc.array(someAnswer, { maxLength: 6 }),
  approves: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  isOpen: fc.boolean(),
  messages: fc.integer({ min: 1, max: 3 }),
})

/** Returns the page's last message with decisions on all calls that wait; null if none waits. */
function decided(message: UIMessage, approve: () => boolean): UIMessage | null {
  const copy = structuredClone(message)
  const waiting = copy.parts.filter(part => 'state' in part && part.state === 'approval-requested')
  for (const part of waiting) {
    const { approval } = part as unknown as { approval: { id: string } }
    Object.assign(part, { state: 'approval-responded', approval: { id: approval.id, approved: approve() } })
  }
  return waiting.length === 0 ? null : copy
}

test('a page that is loaded again shows what was streamed', async () => {
  const kinds = new Set<string>()
  await fc.assert(
    fc.asyncProperty(someChat, async ({ answers, approves, isOpen, messages }) => {
      const left = [...answers]
      const { post, history } = serving(() => left.shift() ?? 'Done.', { results: isOpen, arguments: isOpen })
      const page: UIMessage[] = []
      let choice = 0
      for (let count = 0; count < messages; count++) {
        page.push(user(`m${count}`, 'Go on.') as UIMessage)
        page.push(await messageOf(await chunksOf(await post({ messages: page }))))
        for (;;) {
          expect(await history()).toEqual(page)
          const last = decided(
            page.at(-1) as UIMessage,
            () => approves[choice++ % approves.length] as boolean,
          )
          if (last === null) break
          page[page.length - 1] = await messageOf(await chunksOf(await post({ messages: [last] })), last)
        }
      }
      for (const { parts } of page)
        for (const part of parts) kinds.add('state' in part ? String(part.state) : part.type)
    }),
    { numRuns: 150, seed: 20_261_126 },
  )
  for (const kind of ['done', 'output-available', 'output-error', 'output-denied', 'step-start'])
    expect(kinds).toContain(kind)
})
