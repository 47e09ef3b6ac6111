import { agent, type Member, S } from 'ctxc'
import { type CheckOptions, check, flow } from 'ctxc/check'
import { describe, expect, test } from 'vitest'
import { a, fallback, found, loop, parallel, pipeline, reads, route, writes } from './test/programs.ts'

describe('answers without a key', () => {
  const open = agent({ name: 'open' })
  const asked = { levels: { CX1022: 'info' } } as const

  test('have the inferred key that a compile gives them', () => {
    expect(found(pipeline(open, reads('r', '{k}')))).toEqual([])
    expect(found(pipeline(open, reads('r', '{k}')), asked)).toEqual(['CX1022 k'])
    expect(found(pipeline(open, route('intent', { x: reads('r', '') })), asked)).toEqual(['CX1022 intent'])
    expect(flow(pipeline(open, reads('r', '{k}'))).text).toContain('writes k (inferred)')
    expect(found(pipeline(writes('w', 'k'), reads('r', '{k}')), asked)).toEqual([])
    expect(found(pipeline(open, reads('r', '{k}', { includeContents: 'all' })))).toEqual(['CX1003 k'])
  })

  test('do not hide a misspelt key', () => {
    const draft = writes('d', 'draft')
    const editor = reads('e', '{draft}')
    expect(found(pipeline(draft, editor, reads('r', '{darft}')))).toEqual(['CX1023 darft'])
    expect(found(pipeline(draft, editor, reads('r', '{notes}')))).toEqual([])
  })
})

describe('one cause is one finding', () => {
  test('reading a renamed key is reported once, with its new name', () => {
    const [diagnostic, ...others] = check(
      pipeline(a, S.rename({ ka: 'in' }), reads('r', '{ka} {in}')),
    ).diagnostics
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      code: 'CX1006',
      at: ['d:members.2.instruction'],
      data: { reader: "'r'", key: 'ka', now: 'in' },
    })
  })

  test('members after a step that always fails are not reported', () => {
    expect(found(pipeline(S.require('nope'), reads('r', '{other}')))).toEqual(['CX1001 nope'])
  })

  test('a misspelt key gets a suggestion', () => {
    const { diagnostics } = check(pipeline(writes('w', 'draft'), reads('r', '{draf}'), reads('s', '{draft}')))
    expect(diagnostics[0]).toMatchObject({ code: 'CX1001', data: { key: 'draf', meant: 'draft' } })
  })
})

describe('a large program', () => {
  const nested = (depth: number, around: (inner: Member, level: number) => Member): Member =>
    Array.from({ length: depth }).reduce<Member>((inner, _, level) => around(inner, level), a)

  test.each<[string, Member]>([
    [
      'loops in loops',
      nested(60, (inner, i) => loop(3, reads(`w${i}`, `{k${i - 1}?}`, { outputKey: `k${i}` }), inner)),
    ],
    [
      'loops with a condition',
      nested(60, inner => ({ kind: 'loop', members: [inner], until: () => true, max: 3 })),
    ],
    [
      'loops that undo what the ones inside did',
      nested(40, (inner, i) => loop(3, inner, S.drop(`k${i - 1}`), S.set({ [`k${i}`]: i }))),
    ],
    [
      'branches in loops',
      nested(40, (inner, i) => (i % 2 ? loop(2, inner) : parallel(inner, writes(`w${i}`, `k${i}`)))),
    ],
    [
      'a tree of agents',
      agent({
        name: 'root',
        subAgents: Array.from({ length: 150 }, (_, i) =>
          reads(`w${i}`, '{k0?}', { description: 'W', outputKey: `k${i}` }),
        ),
      }),
    ],
    [
      'many branches',
      parallel(
        ...Array.from({ length: 40 }, (_, i) => fallback(writes(`w${i}`, `k${i}`), writes(`v${i}`, `l${i}`))),
      ),
    ],
  ])('is checked in reasonable time: %s', (_, program) => {
    expect(check(program).diagnostics.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('an intended finding', () => {
  const silent = { allow: ['CX1005'] as const }
  const lost = (way: Member): Member => route('intent', { x: way })
  const twice = pipeline(writes('c', 'k'), reads('r', '{k}', { includeContents: 'all', allow: ['CX1003'] }))

  test('is allowed by an agent', () => {
    expect(check(twice)).toEqual({ ok: true, diagnostics: [] })
  })

  test.each<[string, Member]>([
    ['right before the route', pipeline(writes('c', 'topic', silent), S.log(), lost(reads('x', '')))],
    [
      'in a branch of the route',
      pipeline(writes('c', 'topic'), lost(pipeline(S.log(), reads('x', '', silent)))),
    ],
  ])('is allowed for a route by the agent %s', (_, program) => {
    expect(found(program, { levels: { CX1009: 'off' } })).toEqual([])
  })

  test('is not allowed for a route by an unrelated agent', () => {
    const program = pipeline(agent({ name: 'y', ...silent }), writes('c', 'topic'), lost(reads('x', '')))
    expect(found(program, { levels: { CX1009: 'off' } })).toEqual(['CX1005 intent'])
  })

  test('takes another level, or none', () => {
    const lone = reads('r', '{k}')
    expect(check(lone).ok).toBe(false)
    expect(check(lone, { levels: { CX1001: 'warn' } })).toMatchObject({
      ok: true,
      diagnostics: [{ level: 'warn' }],
    })
    expect(found(lone, { levels: { CX1001: 'off' } })).toEqual([])
  })

  test.each<[object, string]>([
    [{ levels: { CX7016: 'off' } }, "check.levels has 'CX7016', which is nothing that check finds"],
    [{ levels: { CX1001: 'loud' } }, "check.levels.CX1001 must be one of error, warn, info, off, got 'loud'"],
    [{ level: {} }, "check has no option 'level': did you mean 'levels'?"],
  ])('the options %j are refused', (options, message) => {
    expect(() => check(reads('r', ''), options as CheckOptions)).toThrow(message)
  })
})
