import { type Agent, type Member, S, type Way } from 'ctxc'
import type { StateStep } from 'ctxc/state'
import fc from 'fast-check'

/** Few, so that members meet. */
const keys = ['a', 'b', 'c', 'd', 'user:e', 'temp:f'] as const

let fresh = 0
/** No two values are the same, so that every write is a change. */
export const freshValue = (): string => `v${fresh++}`

const key = fc.constantFrom(...keys)
const some = (minLength: number, maxLength: number) => fc.uniqueArray(key, { minLength, maxLength })

const slots = fc
  .array(fc.tuple(key, fc.boolean()), { maxLength: 2 })
  .map(all => all.map(([name, asks]) => `{${name}${asks ? '?' : ''}}`).join(' '))

/** One in eight: each write of a tool doubles the paths of an agent. */
const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/** The name comes with the whole program. */
const leaf: fc.Arbitrary<Agent> = fc
  .record({
    instruction: slots,
    outputKey: fc.option(key, { nil: undefined, freq: 3 }),
    reads: seldom(some(1, 1)),
    writes: seldom(some(1, 1)),
    global: seldom(slots),
  })
  .map(({ instruction, outputKey, reads, writes, global }) => ({
    name: '',
    instruction,
    ...(global !== undefined && { globalInstruction: global }),
    ...(outputKey !== undefined && { outputKey }),
    ...((reads || writes) && { tools: [{ name: 't', ...(reads && { reads }), ...(writes && { writes }) }] }),
  }))

const tree: fc.Arbitrary<Agent> = fc
  .tuple(leaf, fc.array(leaf, { minLength: 1, maxLength: 2 }))
  .map(([root, subAgents]) => ({ ...root, subAgents }))

const values = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, freshValue()]))

const simpleStep: fc.Arbitrary<StateStep> = fc.oneof(
  some(1, 2).map(names => S.set(values(names))),
  some(1, 2).map(names => S.defaults(values(names))),
  some(1, 2).map(names => S.drop(...names)),
  some(1, 3).map(names => S.pick(...names)),
  some(1, 2).map(names => S.require(...names) as StateStep),
  key.map(name => S.capture(name)),
  key.map(name => S.transform(name, freshValue)),
  fc.tuple(some(1, 2), key).map(([names, into]) => S.merge(names, into, { with: freshValue })),
  fc
    .tuple(some(1, 2), fc.shuffledSubarray([...keys], { minLength: 2 }))
    .map(([from, to]) => S.rename(Object.fromEntries(from.map((name, i) => [name, to[i] as string])))),
  some(1, 1).map(([name = 'a']) => S.compute({ [name]: freshValue })),
  fc.constant(S.guard(() => true, 'fine')),
  fc.constant(S.log()),
)

const pipes = new WeakMap<StateStep, readonly StateStep[]>()
/** The steps that a step is made of. */
export const stepsOf = (step: StateStep): readonly StateStep[] => pipes.get(step) ?? [step]

const step: fc.Arbitrary<StateStep> = fc.oneof(
  { weight: 6, arbitrary: simpleStep },
  {
    weight: 1,
    arbitrary: fc.array(simpleStep, { minLength: 1, maxLength: 3 }).map(steps => {
      const pipe = S.pipe(...(steps as never[])) as StateStep
      pipes.set(pipe, steps)
      return pipe
    }),
  },
)

const way = (member: fc.Arbitrary<Member>): fc.Arbitrary<Way> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.string(), member).map(([is, inner]) => ({ is, member: inner })) },
    { weight: 1, arbitrary: member.map(inner => ({ when: () => true, member: inner })) },
  )

const someMember: fc.Arbitrary<Member> = fc.letrec<{ member: Member }>(tie => {
  const members = (minLength: number, maxLength: number) => fc.array(tie('member'), { minLength, maxLength })
  return {
    member: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'member' },
      { weight: 6, arbitrary: leaf as fc.Arbitrary<Member> },
      { weight: 5, arbitrary: step as fc.Arbitrary<Member> },
      { weight: 1, arbitrary: tree as fc.Arbitrary<Member> },
      { weight: 3, arbitrary: members(1, 4).map(all => ({ kind: 'pipeline', members: all }) as const) },
      { weight: 2, arbitrary: members(2, 3).map(all => ({ kind: 'parallel', members: all }) as const) },
      {
        weight: 1,
        arbitrary: members(2, 3).map(all => ({ kind: 'parallel', until: 'first', members: all }) as const),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(members(1, 3), fc.boolean(), fc.integer({ min: 1, max: 3 }))
          .map(
            ([all, ends, max]) =>
              ({ kind: 'loop', members: all, until: ends ? () => true : null, max }) as const,
          ),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(key, fc.array(way(tie('member')), { minLength: 1, maxLength: 2 }), fc.option(tie('member')))
          .map(([name, ways, otherwise]) => ({ kind: 'route', key: name, ways, other: otherwise }) as const),
      },
      { weight: 2, arbitrary: members(2, 3).map(all => ({ kind: 'fallback', members: all }) as const) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(key, fc.constantFrom('item', 'a'), fc.constantFrom('list', 'b'), tie('member'))
          .map(([name, item, into, member]) => ({ kind: 'mapOver', key: name, item, into, member }) as const),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'tap', look: () => {} } as const) },
    ),
  }
}).member

/** The same with a name for each agent. */
function named(member: Member, next: { id: number }): Member {
  const inner = <Of extends Member>(it: Of): Of => named(it, next) as Of
  if (!('kind' in member)) {
    const agent = { ...member, name: `agent${next.id++}` }
    return agent.subAgents ? { ...agent, subAgents: agent.subAgents.map(inner) } : agent
  }
  if (member.kind === 'route')
    return {
      ...member,
      ways: member.ways.map(each => ({ ...each, member: inner(each.member) })),
      other: member.other && inner(member.other),
    }
  if (member.kind === 'mapOver') return { ...member, member: inner(member.member) }
  return 'members' in member ? { ...member, members: member.members.map(inner) } : member
}

/** Any program. */
export const someProgram: fc.Arbitrary<Member> = fc
  .tuple(fc.array(someMember, { minLength: 1, maxLength: 5 }), some(0, 2))
  .map(([members, expects]) => {
    // A session brings some of the keys.
    const first: Agent = { name: '', instruction: '', ...(expects.length > 0 && { expects }) }
    return named({ kind: 'pipeline', members: [first, ...members] }, { id: 0 })
  })
