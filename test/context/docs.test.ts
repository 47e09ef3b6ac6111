import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, C } from 'ctxc'
import { expect, test } from 'vitest'
import { operations } from '../../src/core/context/operation/operations.ts'
import { selectors } from '../../src/core/context/selector/selectors.ts'
import { sources } from '../../src/core/context/source/sources.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/context.md'), 'utf8')
/** The last cells of its tables, where those are code. */
const examples = [...page.matchAll(/^\|.*\| `([^`]*C\.[^`]*)` \|$/gm)].map(([, code]) => code as string)

test('every function of C has a row', () => {
  expect(examples.length).toBeGreaterThanOrEqual(Object.keys(C).length)
  for (const name of Object.keys(C)) expect(page).toMatch(new RegExp(`C\\.${name}\\(`))
})

test('every operation is a method of a clause, and has a row', () => {
  for (const op of Object.keys(operations)) {
    expect(C.all()).toHaveProperty(op)
    expect(page).toContain(`.${op}(`)
  }
})

test('every selector and every source has a function of C', () => {
  for (const { made } of Object.values(selectors)) expect(C).toHaveProperty(made)
  for (const source of Object.keys(sources)) expect(C).toHaveProperty(source)
})

test.each(examples)('%s is a context', code => {
  const context = new Function('C', `return ${code}`)(C) as C.ContextInput
  expect(agent({ name: 'a', context } as never).context?.length).toBeGreaterThan(0)
})
