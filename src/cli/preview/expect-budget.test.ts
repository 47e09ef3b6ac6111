import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BudgetError, expectBudget } from '../../explain.ts'
import { agent, createSession, pipeline } from '../../index.ts'

const file = join(mkdtempSync(join(tmpdir(), 'ctxc-budgets-')), 'budgets.json')
const named = (name: string, instruction: string, tools: readonly object[] = []) =>
  agent({ name, model: 'gpt-5.4', instruction, tools: tools as never })
const look = { name: 'look', description: 'Looks up an order.', parameters: { type: 'object' } }
const small = pipeline(named('clerk', 'You answer.'), named('writer', 'You write.'))

const failure = (program: Parameters<typeof expectBudget>[0], options: object = {}): Promise<unknown> =>
  expectBudget(program, { file, ...options }).then(
    () => null,
    (error: unknown) => error,
  )

test('the first call writes the sizes, and a later one fails with a table of what grew (4-W11)', async () => {
  await expectBudget(small, { file })
  const written = readFileSync(file, 'utf8')
  const { agents, pass } = JSON.parse(written)
  expect(Object.keys(agents)).toEqual(['clerk', 'writer'])
  expect(pass).toMatchObject({ calls: 2 })
  expect(await failure(small)).toBeNull()
  expect(await failure(named('clerk', 'You.'))).toBeNull()

  const grown = pipeline(
    named('clerk', 'You answer each customer in full.', [look]),
    named('writer', 'You write.'),
  )
  const error = (await failure(grown)) as BudgetError
  expect(error).toBeInstanceOf(BudgetError)
  expect(error.grown.map(({ agent, part }) => [agent, part])).toEqual([
    ['clerk', 'system'],
    ['clerk', 'tools'],
    [null, 'tokens'],
  ])
  const lines = error.message.split('\n')
  expect(lines[0]).toBe(`${file}: the program needs more than its budgets`)
  expect(lines[1]).toMatch(/^ {2}agent +part +budget +now +grown$/)
  expect(lines[2]).toMatch(/^ {2}clerk +system +\d+ +\d+ +\+\d+$/)
  expect(new Set(lines.slice(1, 5).map(({ length }) => length)).size).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe(written)

  expect(await failure(grown, { update: true })).toBeNull()
  expect(await failure(grown)).toBeNull()
})

test('an agent without a budget fails, whatever its name, and so does a longer history', async () => {
  await expectBudget(small, { file, update: true })
  const other = (await failure(pipeline(small, named('constructor', 'You build.')))) as BudgetError
  expect(other.grown).toContainEqual(
    expect.objectContaining({ agent: 'constructor', part: 'system', budget: null }),
  )
  const session = createSession({ events: [{ author: 'user', text: 'Where is my order?' }] })
  const longer = (await failure(small, { session })) as BudgetError
  expect(longer.grown.map(({ part }) => part)).toContain('history')
})

test('a file that has no budgets is a TypeError, and an agent without a request an error', async () => {
  for (const text of ['{', '[]', '{"agents":{"clerk":1},"pass":{}}', '{"agents":{}}']) {
    writeFileSync(file, text)
    expect(await failure(small)).toBeInstanceOf(TypeError)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  expect(await failure(small, { budget: 1 })).toMatchObject({ message: expect.stringContaining("'clerk'") })
})

test('a file in a folder that is missing is a TypeError that names the option', async () => {
  const error = await failure(small, { file: join(file, 'none', 'budgets.json') })
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).message).toMatch(
    /expectBudget.*file.*cannot be used: .*name a file in a folder that exists/,
  )
})
