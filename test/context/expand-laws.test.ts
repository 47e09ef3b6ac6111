import { agent, C, createCompiler, createSession, pipeline } from 'ctxc'
import { expand } from 'ctxc/context'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../arbitrary/index.ts'

const options = { target: 'openai-chat', model: 'gpt-5.4' } as const
const told =
  /Handle of the whole text: (\d[\d.]*\d)|(?:result as before(?:, up to blanks and case)?: |has the result, )(\d[\d.]*\d)\.\]/g

const contexts: readonly C.ContextInput[] = [
  C.all().compact({ olderThan: 0, over: 1, expand: 'tool' }),
  C.all().dedupe('exact').compact({ olderThan: 1, over: 1 }),
  C.all().dedupe('alike').compact({ olderThan: 1, over: 1 }),
  C.all().dedupe('exact').compact({ at: 'arrival', over: 1 }),
  C.window(2).dedupe('superseded').compact({ olderThan: 0, over: 1 }),
  [C.fromAgents('helper'), C.last(3).compact({ olderThan: 0, over: 1 })],
]

/** Texts that are long enough to be shown short, once they are written over and over. */
const events = arbitraryEvents().map(given =>
  given.map(event => ({
    ...event,
    ...('text' in event && { text: `${event.text} `.repeat(200) }),
    ...('parts' in event && {
      parts: event.parts?.map(part =>
        part.kind === 'tool-result'
          ? {
              ...part,
              content: part.content.map(one =>
                one.kind === 'text' ? { ...one, text: `${one.text} said\n`.repeat(200) } : one,
              ),
            }
          : part.kind === 'text'
            ? { ...part, text: `${part.text} said\n`.repeat(200) }
            : part,
      ),
    }),
  })),
)

test('every handle in a request can be expanded by its agent', async () => {
  let handles = 0
  await fc.assert(
    fc.asyncProperty(events, fc.constantFrom(...contexts), fc.boolean(), async (given, context, alone) => {
      const bot = agent({ name: 'agent', context, tools: [{ name: 'whole', expands: true }] } as never)
      const program = alone ? bot : pipeline(agent({ name: 'helper' }), bot)
      const session = createSession({ events: given as never })
      const compiler = createCompiler(program as never, { ...options, agent: 'agent' })
      const result = await compiler.compile(session)
      for (const [, short, elsewhere] of JSON.stringify(result.request).matchAll(told)) {
        const handle = (short ?? elsewhere) as string
        handles++
        expect(result.expand(handle)).toEqual(expand(session, handle))
        expect(result.expand(handle).ok).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
  expect(handles).toBeGreaterThan(100)
})
