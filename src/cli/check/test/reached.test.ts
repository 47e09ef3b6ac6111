// Findings of check on answers that are lost or sent twice, beside the requests of compile: every answer is a word of
// its own.
import {
  type Agent,
  agent,
  C,
  compile,
  createSession,
  type Member,
  nextSteps,
  route,
  S,
  type Session,
} from 'ctxc'
import { check } from 'ctxc/check'
import { applyStep } from 'ctxc/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const names = ['a', 'b', 'c', 'd']
const key = fc.constantFrom('k1', 'k2', 'k3')
const contexts = [
  () => C.userOnly(),
  () => C.all(),
  () => C.none(),
  () => C.excludeAgents('a'),
  () => C.fromAgents('a'),
  () => [C.userOnly(), C.state('k1')],
  () => C.window(1),
  () => C.last(1),
]
const steps = [
  () => S.rename({ k1: 'k2' }),
  () => S.drop('k3'),
  () => S.merge(['k1', 'k2'], 'k3'),
  () => S.log(),
]
const declared = fc.record({
  outputKey: fc.option(key, { nil: undefined }),
  reads: fc.uniqueArray(key, { maxLength: 2 }),
  context: fc.option(fc.constantFrom(...contexts), { nil: undefined, freq: 2 }),
  includeContents: fc.constantFrom('topology', 'all', 'none', 'user-only', 'exclude-agents'),
  step: fc.option(fc.constantFrom(...steps), { nil: undefined, freq: 2 }),
})
const program = fc.array(declared, { minLength: 2, maxLength: 4 }).map(all =>
  all.flatMap(({ outputKey, reads, context, includeContents, step }, index): Member[] => [
    agent({
      name: names[index] as string,
      instruction: `Do ${index === 0 ? '' : reads.map(each => `{${each}}`).join(' ')}`,
      ...(outputKey !== undefined && { outputKey }),
      ...(context === undefined ? { includeContents } : { context: context() as never }),
    } as never) as Agent,
    ...(step !== undefined && index < all.length - 1 ? [step() as Member] : []),
  ]),
)

const wordOf = (name: string): string => `ANSWER_${name}_`

/** Counts each answer in each agent's request; null for a program that does not run to its end. */
async function sent(app: Member, speakers: readonly string[]) {
  const counts = new Map<string, readonly string[]>()
  const keys = new Map<string, readonly string[]>()
  let session: Session = createSession({ events: [{ author: 'user', text: 'QUESTION' }] })
  for (let turn = 0; turn < 20; turn++) {
    const [next] = nextSteps(app as never, session)
    if (next === undefined || next.kind === 'done') break
    if ('step' in next && next.step !== undefined) {
      const stepped = applyStep(session, next.step as never, next as never)
      if (!stepped.outcome.ok) return null
      session = stepped.session
      continue
    }
    if (next.kind !== 'agent' || next.agent === undefined) return null
    const result = await compile(app as never, session, {
      model: 'gpt-5.4',
      agent: next.agent,
      run: { branch: next.branch },
    })
    if (!result.ok) return null
    const text = JSON.stringify(result.request)
    counts.set(
      next.agent,
      speakers.flatMap(name => Array(text.split(wordOf(name)).length - 1).fill(name)),
    )
    const word = wordOf(next.agent)
    const { outputKey } = result.agent
    keys.set(`key of ${next.agent}`, outputKey === null ? [] : [outputKey])
    session = session.append({
      author: next.agent,
      branch: next.branch,
      text: word,
      ...(outputKey !== null && { actions: { state: { set: { [outputKey]: word } } } }),
    })
  }
  return counts.size === speakers.length ? new Map([...counts, ...keys]) : null
}

const runs = Number(process.env.CTXC_LAW_RUNS ?? 200)

test(
  'check names every answer that no later agent is sent, or that one is sent twice, and no other',
  async () => {
    let [compared, lost] = [0, 0]
    await fc.assert(
      fc.asyncProperty(program, async members => {
        const app: Member = { kind: 'pipeline', members }
        const speakers = members.flatMap(member => ('name' in member ? [String(member.name)] : []))
        const counts = await sent(app, speakers)
        if (counts === null) return
        compared++
        const found = check(app).diagnostics
        for (const reader of speakers) {
          const isTwice = (counts.get(reader) ?? []).some((name, at, all) => all.indexOf(name) < at)
          const isTold = found.some(({ code, data }) => code === 'CX1003' && data.agent === reader)
          expect(isTold, `${reader} is sent an answer twice`).toBe(isTwice)
        }
        for (const [index, name] of speakers.slice(0, -1).entries()) {
          const isSent = speakers.slice(index + 1).some(other => counts.get(other)?.includes(name))
          const about = found.filter(({ data }) => data.agent === name || data.writer === `'${name}'`)
          const isCalledLost = about.some(({ code }) => code === 'CX1004')
          const isTold = isCalledLost || about.some(({ code }) => code === 'CX1009')
          if (isCalledLost) expect(isSent, `${name} is called lost`).toBe(false)
          // A value that a step reads is that step's to lose; the next turn reads all that is left.
          const hasSteps = members.some(member => 'kind' in member && member.kind === 'state')
          const own = counts.get(`key of ${name}`)?.[0]
          const isForNext = members
            .slice(0, members.findIndex(member => 'name' in member && member.name === name) + 1)
            .some(member => new RegExp(`\\{${own}\\}|"keys":\\["${own}"`).test(JSON.stringify(member)))
          if (!isSent && !hasSteps && !isForNext) {
            lost++
            expect(isTold, `${name} is lost`).toBe(true)
          }
        }
      }),
      { numRuns: runs, seed: 20_261_128 },
    )
    expect(compared).toBeGreaterThan(runs / 5)
    expect(lost).toBeGreaterThan(runs / 20)
  },
  Math.max(60_000, runs * 100),
)

const scout = agent({ name: 'scout', outputKey: 'facts' })
const digger = agent({ name: 'digger', outputKey: 'facts', includeContents: 'user-only' })
const writer = agent({ name: 'writer', instruction: 'Write from {facts}.', includeContents: 'user-only' })
const codes = (...members: readonly Member[]) =>
  check({ kind: 'pipeline', members }).diagnostics.map(({ code, at }) => `${code} ${at.join()}`)

test('an answer that is replaced before anybody reads it is reported', () => {
  expect(codes(scout, digger, writer)).toEqual(['CX1004 d:members.0', 'CX1009 d:members.0.outputKey'])
  const { diagnostics } = check({ kind: 'pipeline', members: [scout, digger, writer] })
  expect(diagnostics.map(({ data }) => data)).toMatchObject([
    { agent: 'scout', key: 'facts' },
    { writer: "'scout'", key: 'facts', replacedAt: ['d:members.1'] },
  ])
  // The history shows it.
  const shown = agent({ name: 'shown', instruction: 'Write from {facts}.', includeContents: 'all' })
  expect(codes(scout, digger, shown)).toContain('CX1009 d:members.0.outputKey')
  expect(codes(scout, digger, shown)).not.toContain('CX1004 d:members.0')
})

test('a value that something reads, or that the next turn may read, is not reported', () => {
  const reader = agent({ name: 'reader', instruction: 'Check {facts}.', includeContents: 'user-only' })
  expect(codes(scout, reader, digger, writer).filter(code => code.includes('members.0'))).toEqual([])
  const keeper = agent({ name: 'keeper', instruction: 'Use {facts}.', expects: ['facts'] })
  expect(codes(keeper, digger, agent({ name: 'closer' })).filter(code => code.startsWith('CX1009'))).toEqual(
    [],
  )
})

test('an answer that two keys, or the instruction and the context, show is reported', () => {
  const both = agent({ name: 'both', instruction: '{facts}', context: [C.userOnly(), C.state('facts')] })
  const joined = S.merge(['facts'], 'again')
  const twice = agent({ name: 'twice', instruction: '{facts} {again}', includeContents: 'user-only' })
  const told = (...members: readonly Member[]) => codes(...members).filter(code => code.startsWith('CX1003'))
  expect(told(scout, both)).toEqual(['CX1003 d:members.1.context'])
  expect(told(scout, joined, twice)).toEqual(['CX1003 d:members.2.instruction'])
  expect(
    told(scout, agent({ name: 'once', instruction: '{facts}, {facts}', includeContents: 'user-only' })),
  ).toEqual([])
})

test('an answer is not in the history of C.last if as many others surely came after it', () => {
  const reads = (context: ReturnType<typeof C.last>) =>
    agent({ name: 'reads', instruction: 'Use {facts}.', context })
  const other = agent({ name: 'other' })
  const more = agent({ name: 'more' })
  const told = (...members: readonly Member[]) => codes(...members).some(code => code.startsWith('CX1003'))
  const row = (...members: readonly Member[]): Member => ({ kind: 'pipeline', members })
  expect(told(scout, reads(C.last(1)))).toBe(true)
  expect(told(scout, other, reads(C.last(1)))).toBe(false)
  expect(told(scout, other, reads(C.last(2)))).toBe(true)
  expect(told(scout, other, reads(C.last(1, { slack: 2 })))).toBe(true)
  expect(told(scout, other, reads(C.last(1, { of: { author: 'scout' } })))).toBe(true)
  expect(told(row(scout, other), row(more, reads(C.last(2))))).toBe(false)
  expect(told(row(scout, other), row(more, reads(C.last(3))))).toBe(true)
  const apart = { kind: 'parallel', members: [other, more] } as Member
  expect(told(scout, apart, reads(C.last(2)))).toBe(false)
  const maybe = route('facts').is('x', other)
  expect(told(scout, maybe, reads(C.last(1)))).toBe(true)
})
