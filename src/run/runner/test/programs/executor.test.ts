// Generated programs have equal answers, orders and final states in the runner and in an interpreter.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Part } from '../../../../core/ir/part.ts'
import { createRunner } from '../../../../run.ts'
import { scriptedModel } from '../../../../testing/index.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { isFailing, lists, type MadeProgram, someProgram } from './arbitrary.ts'
import { Interpreter, type Order, TooLong } from './interpreter.ts'

const key = { owner: { app: 'test' }, id: 's1' }

/** A model that calls its tool, and then answers with its instruction. */
const model = () =>
  scriptedModel(({ messages, tools }) => {
    const [system] = messages as readonly { readonly content: string }[]
    const text = system?.content ?? ''
    if (isFailing(text.split('|')[0] ?? '')) return { error: 'it is down' }
    const isCalled = JSON.stringify(messages.at(-1)).includes('"role":"tool"')
    const [called] = (tools ?? []) as readonly { readonly function: { readonly name: string } }[]
    const { name } = called?.function ?? {}
    // In a loop, the last result of a tool that returns directly is that of the round before.
    return name === undefined || (name === 'set' && isCalled) ? text : { calls: [{ name }] }
  })

async function ran({ program }: MadeProgram) {
  const store = inMemoryStore()
  const runner = createRunner({ program, store, models: () => model(), limits: { steps: 500, repeats: 500 } })
  const { status, state } = await runner.run(key, { message: 'Go', state: lists }).outcome
  const texts = ((await store.read(key))?.events ?? []).flatMap(({ author, parts, actions }) =>
    parts
      .flatMap((part): readonly Part[] =>
        part.kind === 'tool-result' && actions?.run?.returned ? part.content : [part],
      )
      .flatMap(part => (part.kind === 'text' && author !== 'user' ? [part.text] : [])),
  )
  return { status, state, texts }
}

/** Returns the answers in an order, as a list. */
const answersOf = (order: Order): readonly string[] => {
  if (typeof order === 'string') return [order]
  return ('row' in order ? order.row : order.atOnce).flatMap(answersOf)
}

const agentOf = (answer: string): string => answer.split('|')[0] ?? ''

/** Throws unless the answers come in a given order. For list items, only compares their sum. */
function expectOrder(texts: readonly string[], order: Order): void {
  expect([...texts].sort()).toEqual([...answersOf(order)].sort())
  if (typeof order === 'string') return
  if ('row' in order) {
    let rest = texts
    for (const each of order.row) {
      const { length } = answersOf(each)
      expectOrder(rest.slice(0, length), each)
      rest = rest.slice(length)
    }
    return
  }
  const names = order.atOnce.map(each => new Set(answersOf(each).map(agentOf)))
  const isApart = names.every((own, index) =>
    names.every((other, at) => index === at || ![...own].some(name => other.has(name))),
  )
  if (!isApart) return
  for (const [index, each] of order.atOnce.entries())
    expectOrder(
      texts.filter(text => names[index]?.has(agentOf(text))),
      each,
    )
}

const without = (state: object, loose: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(state).filter(([name]) => !loose.has(name)))

const runs = Number(process.env.CTXC_PROGRAMS ?? 500)

test('the runner does what an interpreter of the program does', { timeout: 60_000 + runs * 50 }, async () => {
  let compared = 0
  const kinds = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(someProgram, async made => {
      let expected: ReturnType<Interpreter['run']>
      try {
        expected = new Interpreter().run(made.program, lists)
      } catch (error) {
        if (error instanceof TooLong) fc.pre(false)
        throw error
      }
      compared++
      const outcome = await ran(made)
      for (const kind of ['parallel', 'mapOver', 'loop', 'route', 'fallback'])
        if (JSON.stringify(made.program).includes(`"kind":"${kind}"`))
          kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      expect(outcome.status).toBe('done')
      expectOrder(outcome.texts, expected.order)
      expect(without(outcome.state, made.loose)).toEqual(without(expected.state, made.loose))
    }),
    { numRuns: runs, ...(process.env.ENDFAST && { endOnFailure: true }) },
  )
  expect(compared).toBeGreaterThanOrEqual(runs)
  for (const kind of ['parallel', 'mapOver', 'loop', 'route', 'fallback'])
    expect(kinds.get(kind), kind).toBeGreaterThan(runs / 20)
})
