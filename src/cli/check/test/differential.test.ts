import type { Member } from 'ctxc'
import { check } from 'ctxc/check'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Path } from '../../../core/form/path.ts'
import { inferOutputKeys } from '../../../core/program/infer-output.ts'
import { readMember } from '../../../core/program/read-member.ts'
import { someProgram } from './arbitrary.ts'
import { Executor, TooMany } from './executor.ts'

/**
 * Returns the findings that follow from going every path of the compiled program. Which answers have an inferred key
 * is tested apart.
 */
function expected(program: Member): string[] | null {
  const executor = new Executor()
  try {
    executor.run(inferOutputKeys(readMember(program, Path.named('program'))).member)
  } catch (error) {
    if (error instanceof TooMany) return null
    throw error
  }
  const keys = [...executor.observed.values()].flatMap(
    ({ there, missing, gone, kind, at, key, otherwise }) => {
      if (!missing || (there && (kind === 'tool' || otherwise))) return []
      const code = there ? 'sometimes' : kind === 'route' ? 'CX1005' : gone ? 'CX1006' : 'CX1001'
      return [`${code} ${at} ${key}`]
    },
  )
  return [
    ...new Set([...keys, ...[...executor.collisions].map(id => `CX1008 ${id.replace('|', ' ')}`)]),
  ].sort()
}

/** Returns the findings of check. */
function found(program: Member): string[] {
  return check(program)
    .diagnostics.flatMap(({ code, at, data }) => {
      const place = String(at[0] ?? '').slice('d:'.length)
      if (code === 'CX1008') return [`${code} ${String(data.place)} ${String(data.key)}`]
      if (['CX1001', 'CX1005', 'CX1006'].includes(code)) return [`${code} ${place} ${String(data.key)}`]
      return ['CX1002', 'CX1007'].includes(code) ? [`sometimes ${place} ${String(data.key)}`] : []
    })
    .filter((line, index, all) => all.indexOf(line) === index)
    .sort()
}

const runs = Number(process.env.CTXC_LAW_RUNS ?? 2000)

test(
  'the findings of check equal those of an executor on every path',
  () => {
    const codes = new Map<string, number>()
    let compared = 0
    fc.assert(
      fc.property(someProgram, program => {
        const lines = expected(program)
        fc.pre(lines !== null)
        compared++
        for (const line of lines) codes.set(line.slice(0, 6), (codes.get(line.slice(0, 6)) ?? 0) + 1)
        expect(found(program)).toEqual(lines)
      }),
      { numRuns: runs, seed: 8 },
    )
    expect(compared).toBeGreaterThanOrEqual(runs)
    // Each kind comes up, or nothing was compared.
    for (const code of ['CX1001', 'CX1005', 'CX1006', 'CX1008', 'someti'])
      expect(codes.get(code), code).toBeGreaterThan(runs / 50)
  },
  Math.max(60_000, runs * 30),
)
