import { expect, test } from 'vitest'
import { agent } from '../../agent/declare.ts'
import * as C from '../../context/index.ts'
import type { RelevantOptions } from '../../context/source/relevant.ts'
import { createSession } from '../../session/create.ts'
import type { Session } from '../../session/session.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'

/** Returns a handler whose embeddings are alike for all texts about vehicles, whatever their words. */
function byTopic() {
  const asked: string[] = []
  const run = async ({ texts }: { readonly texts: readonly string[] }) => {
    asked.push(...texts)
    return texts.map(text => (/car|lorry|automobile/.test(text) ? [1, 0.01] : [0.01, 1]))
  }
  return { asked, embed: { id: 'topic', run } }
}

const said = (text: string) => ({ author: 'user', text })
const answered = (text: string) => ({ author: 'helper', text })
const fillers = Array.from({ length: 20 }, (_, index) => answered(`Nothing of interest, number ${index}.`))
const session = createSession({
  events: [
    ...fillers.slice(0, 10),
    said('We bought a lorry.'),
    ...fillers.slice(10),
    said('Which automobile?'),
  ],
})

const helper = (options: RelevantOptions = {}) =>
  agent({ name: 'helper', context: [C.last(1), C.relevant({ top: 1, scorer: 'embeddings', ...options })] })

const model = 'gpt-5.4'
const compiled = (given: Session, embed?: ReturnType<typeof byTopic>['embed'], options?: RelevantOptions) =>
  compile(helper(options), given, { model, ...(embed && { effects: { embed } }) })
const codes = ({ diagnostics }: Awaited<ReturnType<typeof compiled>>) => diagnostics.map(({ code }) => code)

test('embeddings find a unit that shares no word with the query, and each text is embedded once', async () => {
  const { embed, asked } = byTopic()
  const first = await compiled(session, embed)
  expect(JSON.stringify(first.request)).toContain('We bought a lorry.')
  expect([asked[0], asked.length, new Set(asked).size]).toEqual(['Which automobile?', 22, 22])
  const again = await compiled(session.append(...first.events), embed)
  expect([asked.length, again.events, codes(again)]).toEqual([22, [], []])
  expect(JSON.stringify(again.request)).toBe(JSON.stringify(first.request))
})

test('words alone decide without a handler or if it failed, which is reported', async () => {
  const words = await compile(helper({ scorer: 'words' }), session, { model })
  const without = await compiled(session)
  expect(without.diagnostics).toMatchObject([{ code: 'CX9201', at: ['d:context.1'] }])
  const failed = await compiled(session, { id: 'topic', run: async () => [] })
  expect(codes(failed)).toEqual(['CX9202'])
  for (const { request } of [without, failed])
    expect(JSON.stringify(request)).toBe(JSON.stringify(words.request))
})

test('a compile embeds a bounded number of units, half the best by words, then the newest; the next embeds others', async () => {
  const { embed, asked } = byTopic()
  const events = [...fillers, said('An automobile fair.'), ...fillers.slice(0, 12), said('Which automobile?')]
  const long = createSession({ events })
  const first = await compiled(long, embed, { embedAtMost: 4 })
  expect(asked).toHaveLength(5)
  expect(asked[1]).toBe('user: An automobile fair.')
  expect(asked.at(-1)).toMatch(/number 1\d/)
  const second = await compiled(long.append(...first.events), embed, { embedAtMost: 4 })
  expect([asked.length, new Set(asked).size, second.events.length]).toEqual([9, 9, 4])
})

test('a kept compiler gives the same request as a new one, while the input grows or is rewound', async () => {
  const { embed } = byTopic()
  const compiler = createCompiler(helper(), { model, effects: { embed } })
  let given = session
  for (const next of [said('And the car?'), answered('The lorry is blue.'), said('Any other?')]) {
    const warm = await compiler.compile(given)
    expect(JSON.stringify(warm.request)).toBe(JSON.stringify((await compiled(given, embed)).request))
    given = given.append(...warm.events, next)
  }
  const back = given.rewind(session.length - 1)
  const [warm, cold] = [await compiler.compile(back), await compiled(back, embed)]
  expect(JSON.stringify([warm.request, warm.events])).toBe(JSON.stringify([cold.request, cold.events]))
})

test('work reports the postings that a search walked', async () => {
  const { work } = await compile(helper({ scorer: 'words', query: 'lorry of interest' }), session, { model })
  expect(work.postingsWalked).toBe(21)
  expect((await compile(agent({ name: 'helper' }), session, { model })).work.postingsWalked).toBe(0)
})
