// Law 3: what a result says of its compile stays what it was, whatever is compiled after it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import {
  agent,
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type Member,
  type Plan,
  pipeline,
  type Session,
} from '../../src/index.ts'
import { events, program } from '../agent/arbitrary.ts'
import { arbitraryOptions, arbitraryPolicy } from '../arbitrary/index.ts'
import { parameters, patience } from './runs.ts'

/** All records of a compile; reading them makes those that are made on demand. */
const everything = ({ names: _, work: __, map, ledger, units, prefix, ...rest }: Compiled): string =>
  JSON.stringify([rest, map, ledger, units, prefix])

const programs: fc.Arbitrary<Member> = fc.oneof(
  program(),
  arbitraryPolicy().map(context => agent({ name: 'a', context })),
)

/** Compiles each version of a session and reads no record until all are compiled, a fork and a rewind among them. */
async function changedRecords(
  member: Member,
  given: readonly EventInput[],
  options: CompileOptions,
  cuts: readonly number[],
): Promise<string[]> {
  const compiler = createCompiler(member, options)
  const made: { readonly session: Session; readonly plan: Plan | null; readonly result: Compiled }[] = []
  let plan: Plan | null = null
  const add = async (session: Session): Promise<void> => {
    const result = await compiler.compile(session, { plan })
    made.push({ session, plan, result })
    plan = result.plan
  }
  let session = createSession()
  const lengths = [...new Set(cuts.map(cut => cut % (given.length + 1)))].sort((left, right) => left - right)
  for (const length of lengths) {
    session = session.append(...given.slice(session.length, length))
    await add(session)
  }
  const [first] = made
  if (first === undefined) return []
  await add(first.session.append({ author: 'user', text: 'Or rather something else.' }))
  await add(session.append({ author: 'user', text: 'Back.', actions: { rewind: { to: 0 } } }))
  const fresh = await Promise.all(
    made.map(({ session, plan }) =>
      compile(member, createSession({ events: [...session.events] as EventInput[] }), { ...options, plan }),
    ),
  )
  return made.flatMap(({ session, result }, index) =>
    everything(result) === everything(fresh[index] as Compiled)
      ? []
      : [`the records of the compile at ${session.length} events are not those of a compile of it alone`],
  )
}

test('a ledger describes its own session after a later one was compiled (D1)', async () => {
  const app = pipeline(
    agent({ name: 'classifier', outputKey: 'intent' }),
    agent({ name: 'booker', instruction: 'Book. {intent}' }),
  )
  const session = createSession({
    events: [
      { author: 'user', text: 'fly to London' },
      { author: 'classifier', text: 'booking', actions: { state: { set: { intent: 'booking' } } } },
      { author: 'booker', text: 'When?' },
      { author: 'user', text: 'May' },
    ],
  })
  const later = session.append({ author: 'booker', text: 'Which day?' }, { author: 'user', text: 'Monday' })
  const options = { model: 'gpt-5.4', agent: 'booker' }
  const first = await compile(app, session, options)
  await compile(app, later, options)
  expect(first.ledger.rows.map(({ from, to, fate, reason }) => [from, to, fate, reason])).toEqual([
    [0, 1, 'kept', 'fits'],
    [1, 2, 'omitted', 'through-state'],
    [2, 3, 'kept', 'fits'],
    [3, 4, 'kept', 'current-input'],
  ])
})

describe('records read after later compiles', () => {
  test.each(targetNames)('are unchanged on %s', { timeout: patience(600_000) }, async target => {
    const cuts = fc.array(fc.nat(60), { minLength: 2, maxLength: 4 })
    const property = fc.asyncProperty(
      programs,
      events(),
      arbitraryOptions(target),
      cuts,
      async (member, given, options, at) => {
        const changed = await changedRecords(member, given, options, at)
        if (changed.length > 0) throw new Error(changed.join('\n'))
      },
    )
    await fc.assert(property, { numRuns: Math.ceil(parameters.numRuns / 20), seed: parameters.seed })
  })
})
