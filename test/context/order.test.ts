// A policy is a set: for any order of its clauses the request is the same, compile after compile.
import fc from 'fast-check'
import { test } from 'vitest'
import type { Clause, Operation, Policy } from '../../src/core/ir/policy.ts'
import { agent, createCompiler, createSession, type Plan } from '../../src/index.ts'
import { arbitraryEvents, arbitraryOptions, arbitraryPolicy } from '../arbitrary/index.ts'
import { parameters } from '../laws/runs.ts'

/** The same policy with its clauses the other way round, or moved on by one; sources stay where they are. */
const turned = (policy: Policy): Policy[] => {
  const clauses = policy.filter((node): node is Clause => node.kind === 'clause')
  const sources = policy.filter(node => node.kind === 'source')
  return [clauses.toReversed(), [...clauses.slice(1), ...clauses.slice(0, 1)]].map(order => [
    ...order,
    ...sources,
  ])
}

/** The same operation, asked for otherwise. */
function otherwise(operation: Operation): Operation {
  switch (operation.op) {
    case 'compact':
      return operation.at === 'arrival'
        ? { ...operation, over: operation.over + 1 }
        : { ...operation, olderThan: (operation.olderThan ?? 0) + 1 }
    case 'truncate':
      return { ...operation, tokens: operation.tokens * 5 }
    case 'project':
      return { op: 'project', omit: ['note'] }
    default:
      return operation
  }
}

/** With a clause that asks for as much as the first does, of other units among them. */
const withRival = (policy: Policy): Policy =>
  policy.flatMap((node, index) =>
    index > 0 || node.kind !== 'clause' || node.select.by === 'none'
      ? [node]
      : [
          node,
          {
            kind: 'clause',
            select: { by: 'all' },
            operations: node.operations.filter(({ op }) => op !== 'summarize').map(otherwise),
            when: [],
            atMost: 1_000,
          },
        ],
  )

test('the order of clauses changes no request', { timeout: 600_000 }, async () => {
  const several = arbitraryPolicy()
    .map(withRival)
    .filter(policy => policy.filter(({ kind }) => kind === 'clause').length > 1)
  const target = 'anthropic'
  const property = fc.asyncProperty(
    several,
    arbitraryEvents(),
    arbitraryOptions(target),
    fc.nat(60),
    async (policy, events, options, cut) => {
      const requests = async (context: Policy): Promise<string[]> => {
        const compiler = createCompiler(agent({ name: 'agent', context }), options)
        const sent: string[] = []
        let plan: Plan | null = null
        for (const end of [Math.min(cut, events.length), events.length]) {
          const session = createSession({ events: events.slice(0, end), state: { plan: 'to stay' } })
          const result = await compiler.compile(session, { plan })
          plan = result.plan
          sent.push(JSON.stringify(result.request))
        }
        return sent
      }
      const first = await requests(policy)
      for (const other of turned(policy)) {
        const shown = await requests(other)
        const at = shown.findIndex((request, index) => request !== first[index])
        if (at >= 0)
          throw new Error(
            `compile ${at}: ${JSON.stringify(policy)}\n${first[at]}\nafter turning\n${shown[at]}`,
          )
      }
    },
  )
  await fc.assert(property, { numRuns: Math.ceil(parameters.numRuns / 4), seed: parameters.seed })
})
