import { contextCompiler } from 'ctxc/langchain'
import { expect, test } from 'vitest'
import type { Body } from '../bodies.ts'
import { chosen, type Decision, expectSame, type Tally } from '../decisions.ts'
import { drive, nameOf, type Program } from './drive.ts'
import { type Host, hosts } from './hosts.ts'
import { type Review, reviewed, reviews } from './review.ts'
import { scenarios } from './scenarios.ts'

const programs: readonly Program[] = hosts.flatMap(host =>
  scenarios
    .filter(({ needsThoughts, on }) => (!needsThoughts || host.thinks) && (on?.(host) ?? true))
    .flatMap(scenario => (['invoke', 'stream'] as const).map(mode => ({ host, scenario, mode }))),
)

const waiting: readonly { readonly host: Host; readonly review: Review }[] = hosts.flatMap(host =>
  reviews.map(review => ({ host, review })),
)

/** Every way in which a legal request of LangChain's own is not sent as it is. */
const decisions: readonly Decision[] = [
  {
    reason:
      'A person edited the call. LangChain sends the items of the Responses API as the model wrote them, so that the ' +
      'edit never arrives; with ctxc it does.',
    of: /^(azure )?responses (?!.*(zdr|v1)).* edited/,
    change: body => ({
      ...body,
      input: (body.input as Body[]).map(item =>
        item.type === 'function_call' ? { ...item, arguments: '{"city":"Rome"}' } : item,
      ),
    }),
  },
]

test('LangChain sends the same with ctxc as without (W1, W2, W3, W5, W10)', {
  timeout: 900_000,
}, async () => {
  const tally: Tally = { same: 0, repaired: 0, decided: 0 }
  for (const program of chosen(programs, 29)) {
    const plain = await drive(program)
    const mine = await drive(program, [contextCompiler()])
    const { judge, model } = program.host
    expectSame(nameOf(program), judge, model, plain, mine, decisions, tally)
  }
  expect(tally.decided).toBe(0)
})

test('LangChain sends the same if a person reviews the calls', { timeout: 900_000 }, async () => {
  const tally: Tally = { same: 0, repaired: 0, decided: 0 }
  for (const { host, review } of chosen(waiting, 13)) {
    const plain = await reviewed(host, review)
    const mine = await reviewed(host, review, [contextCompiler()])
    expectSame(`${host.name} · ${review.name}`, host.judge, host.model, plain, mine, decisions, tally)
  }
  expect(tally.same).toBeGreaterThan(0)
})
