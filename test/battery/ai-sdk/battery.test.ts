// Programs of real apps, run twice: with and without the middleware. Every body that leaves the house is compared value by
// value, and judged by the strict fake of its API.
import { contextCompiler } from 'ctxc/ai-sdk'
import { describe, expect, test } from 'vitest'
import type { Sent } from '../wire/script.ts'
import { differences } from './compare.ts'
import { drive, nameOf, type Program, type Run } from './drive.ts'
import { judged } from './judge.ts'
import { decisionsFor, programs } from './programs.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Lists the differences of a body that no decision explains; empty if the plain body is refused. */
function unexplained(program: Program, plain: Sent, mine: Sent): string[] {
  const strip = ({ body }: Sent): object =>
    decisionsFor(program).reduce((stripped, { without }) => without(stripped), body)
  if (differences(plain.body, mine.body).length === 0 || judged(program.host, plain).length > 0) return []
  return differences(strip(plain), strip(mine)).map(
    ({ at, ...values }) => `${at}: ${JSON.stringify(values.plain)} => ${JSON.stringify(values.mine)}`,
  )
}

function expectSame(program: Program, plain: Run, mine: Run): void {
  expect(String(mine.error)).toBe(String(plain.error))
  expect(mine.sent.length).toBe(plain.sent.length)
  for (const [at, sent] of mine.sent.entries()) {
    const before = plain.sent[at] as Sent
    expect(unexplained(program, before, sent), `request ${at}`).toEqual([])
    if (judged(program.host, before).length === 0)
      expect(judged(program.host, sent), `request ${at}`).toEqual([])
  }
}

const hosts = [...new Set(programs.map(({ host }) => host))]

describe.each(hosts.map(host => [host.name, host] as const))('%s', (_, host) => {
  const own = programs.filter(program => program.host === host)
  test.each(own.map(program => [nameOf(program), program] as const))('%s', async (_name, program) => {
    const plain = await drive(program)
    expect(plain.sent.length).toBeGreaterThan(0)
    expectSame(program, plain, await drive(program, contextCompiler({ cache: 'keep' })))
  })
})
