// Law 10 for policies: what a compile writes follows what came, not how long the session is, whatever shape units have.
import { describe, expect, test } from 'vitest'
import { agent, C, createCompiler, createSession, type EventInput } from '../../src/index.ts'

/** One step: a call and its long result; every eighth is a new turn. */
const stepOf = (index: number): EventInput[] => [
  ...(index % 8 === 0 ? [{ author: 'user', text: `Look at module ${index}.` }] : []),
  {
    author: 'agent',
    response: `r${index}`,
    parts: [{ kind: 'tool-call', id: `c${index}`, name: 'read', arguments: `{"path":"${index}"}` }],
  },
  {
    author: 'tool',
    parts: [
      {
        kind: 'tool-result',
        id: `c${index}`,
        name: 'read',
        content: [{ kind: 'text', text: `line ${index} of a file\n`.repeat(40) }],
      },
    ],
  },
]

const policies: Readonly<Record<string, C.ContextInput>> = {
  truncate: C.all().truncate({ tokens: 60, keep: 'head' }),
  forms: C.all()
    .truncate({ tokens: 60, keep: 'head' })
    .dedupe('exact')
    .project({ omit: ['x'] }),
  window: C.window(2),
  orElse: C.where({ tag: 'none' }).orElse(C.last(20)),
  users: C.userOnly().atMost(500),
  'archived users': [C.last(5), C.userOnly().tier('archive')],
  'archived answers': [C.last(10), C.fromAgents('agent').tier('archive'), C.where({ tool: 'look' })],
}

describe.each(Object.entries(policies))('%s', (_, context) => {
  test.each([1_000, 8_000])('a step after %i others writes one unit, and none again', async steps => {
    const events = Array.from({ length: steps }, (_, index) => stepOf(index)).flat()
    const compiler = createCompiler(agent({ name: 'agent', context }), { model: 'gpt-5.4', budget: 8_000 })
    let session = createSession({ events })
    let { plan } = await compiler.compile(session)
    const visited: number[] = []
    const walked: number[] = []
    for (let index = steps + 1; index < steps + 7; index++) {
      session = session.append(...stepOf(index))
      const result = await compiler.compile(session, { plan })
      plan = result.plan
      visited.push(result.work.unitsVisited)
      walked.push(result.work.placesWalked)
    }
    // The new unit, and the one before it, which is the last no more; a trim may look at a few.
    visited.sort((left, right) => left - right)
    expect(visited[3]).toBeLessThanOrEqual(3)
    // Some rounds over what is shown, which fills the budget however long the session is.
    expect(Math.max(...walked)).toBeLessThanOrEqual(1_400)
  })
})
