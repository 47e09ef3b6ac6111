import { contextCompiler } from 'ctxc/openai-agents'
import { expect, test } from 'vitest'
import { chosen, expectSame, type Tally } from '../decisions.ts'
import { drive, nameOf, programs } from './programs.ts'

test('the Agents SDK sends the same with ctxc as without (W5, W6)', { timeout: 900_000 }, async () => {
  const tally: Tally = { same: 0, repaired: 0, decided: 0 }
  // Among these are thoughts of gpt-oss and of a deployment, which once were lost.
  const some = chosen(programs, 13)
  for (const program of some) {
    const plain = await drive(program)
    const mine = await drive(program, contextCompiler())
    // There is no decision to name: every request is the same.
    expectSame(nameOf(program), program.host.judge, program.host.model, plain, mine, [], tally)
    expect(plain.error, nameOf(program)).toBeNull()
  }
  expect(tally).toMatchObject({ repaired: 0, decided: 0 })
  expect(tally.same).toBeGreaterThan(some.length)
})
