import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agent, C, pipeline } from 'ctxc'
import { parseProgram, writeProgram } from 'ctxc/program'
import { expect, test } from 'vitest'
import { mistakenContexts } from './mistaken-contexts.ts'

// The texts of these mistakes are in test/diagnostics/texts.golden.txt.
test.each(mistakenContexts)('a mistake of a context is reported: %s', (_, context, places) => {
  const { diagnostics } = parseProgram({ name: 'a', context })
  expect(diagnostics.map(({ code, at }) => `${code} ${at[0]}`)).toEqual(places)
})

test('a context next to includeContents is refused', () => {
  const { diagnostics } = parseProgram({
    name: 'a',
    context: { kind: 'clause', select: { by: 'all' } },
    includeContents: 'all',
  })
  expect(diagnostics).toMatchObject([{ code: 'CX1101', at: ['d:includeContents'] }])
})

test('JSON of a policy is its data, and is read as the same policy', () => {
  const context = [
    C.window(5, { slack: 2 }).tier('critical').compact({ olderThan: 1 }).orElse(C.first(2)),
    [C.when('user:vip', C.where({ tool: 'search' }), C.notes('likes'))],
    C.contextCompressor({ tokenBudget: 4096, keepRecent: 3 }),
  ]
  const declared = agent({ name: 'a', context })
  expect(JSON.parse(JSON.stringify(context)).flat(2)).toEqual(declared.context)
  expect(parseProgram(JSON.parse(JSON.stringify({ name: 'a', context }))).program).toEqual(declared)
  expect(writeProgram(declared)).toMatchObject({ ok: true, data: { context: declared.context } })
})

test('the file of docs/context.md is a valid program', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/context.md'), 'utf8')
  const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(parseProgram(JSON.parse(json)).diagnostics).toEqual([])
})

test('a condition that is a function is reported with its place', () => {
  const vip = (state: { readonly [key: string]: unknown }) => state.plan === 'gold'
  const context = [C.all(), C.when('a', C.when(vip, C.window(2))), C.userOnly()]
  const { ok, data, diagnostics } = writeProgram(
    pipeline(agent({ name: 'x' }), agent({ name: 'a', context })),
  )
  expect([ok, data]).toEqual([false, null])
  expect(diagnostics.map(({ code, at }) => `${code} ${at}`)).toEqual(['CX1104 d:members.1.context.1.when.1'])
})
