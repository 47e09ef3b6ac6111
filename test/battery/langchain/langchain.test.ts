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

/** Programs of which LangChain sends a picture as words. */
const draws = /^(azure )?responses .*a tool that draws/

/** Every decision by which a legal request of LangChain's own is changed. */
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
  {
    reason:
      "LangChain's class of the Responses API sends the picture of a result as JSON text, so that the model reads base64 " +
      'and pays for it as words; with ctxc it sees the picture.',
    of: draws,
    change: body => ({
      ...body,
      input: (body.input as Body[]).map(item =>
        item.type === 'function_call_output' ? { ...item, output: pictured(item.output as string) } : item,
      ),
    }),
  },
]

/** Returns the content of a result that LangChain wrote as JSON text. */
const pictured = (output: string): unknown =>
  (JSON.parse(output) as readonly { type: string; text: string; image_url: { url: string } }[]).map(part =>
    part.type === 'text'
      ? { type: 'input_text', text: part.text }
      : { type: 'input_image', image_url: part.image_url.url, detail: 'auto' },
  )

test('LangChain sends the same with ctxc as without (W1, W2, W3, W5, W10)', {
  timeout: 900_000,
}, async () => {
  const tally: Tally = { same: 0, repaired: 0, decided: 0 }
  let drawn = 0
  for (const program of chosen(programs, 29)) {
    const plain = await drive(program)
    const mine = await drive(program, [contextCompiler()])
    if (draws.test(nameOf(program))) drawn++
    const { judge, model } = program.host
    expectSame(nameOf(program), judge, model, plain, mine, decisions, tally)
  }
  expect(tally.decided).toBe(drawn)
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
