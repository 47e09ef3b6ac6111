import { agent, C, compile, createSession, loop, parallel, pipeline, route, S } from 'ctxc'
import { contextCompiler as middleware } from 'ctxc/ai-sdk'
import { check } from 'ctxc/check'
import { contextCompiler as langchain } from 'ctxc/langchain'
import { contextCompiler as agents } from 'ctxc/openai-agents'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { type Mistake, mistake } from './mistake.ts'

/** Calls a function without its types, as JavaScript does. */
const untyped = (call: unknown) => call as (...args: unknown[]) => unknown

const declare = untyped(agent)
const tooled = (tool: unknown) => declare({ name: 'a', tools: [tool] })
const asked = createSession({ events: [{ author: 'user', text: 'Hi' }], state: { city: 'Rome' } })
const gpt = { model: 'gpt-5.4' } as const
const [a, b] = [agent({ name: 'a' }), agent({ name: 'b' })]

/** Returns an agent that has itself as a sub-agent. */
function cyclic() {
  const inner: Record<string, unknown> = { name: 'inner' }
  inner.subAgents = [inner]
  return declare(inner)
}

/** Declarations of agents, tools, schemas and programs. */
export const declarationMistakes: readonly Mistake[] = [
  mistake('agent({}) without a name', () => declare({})),
  mistake("agent('booker')", () => declare('booker')),
  mistake("agent({ prompt: '…' })", () => declare({ name: 'a', prompt: 'Help.' })),
  mistake("agent({ system: '…' })", () => declare({ name: 'a', system: 'Help.' })),
  mistake("agent({ name: 'user' })", () => declare({ name: 'user' })),
  mistake('agent({ temperature: 1 })', () => declare({ name: 'a', temperature: 1 })),
  mistake('agent({ handoffs: [b] })', () => declare({ name: 'a', handoffs: [b] })),
  mistake("outputSchema: 'json'", () => declare({ name: 'a', outputSchema: 'json' })),
  mistake("generateConfig: { temperature: 'hot' }", () =>
    declare({ name: 'a', generateConfig: { temperature: 'hot' } }),
  ),
  mistake('a tool without a name', () => tooled({ parameters: { type: 'object' } })),
  mistake('a tool in the form of OpenAI', () =>
    tooled({ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }),
  ),
  mistake('a tool in the form of Anthropic', () =>
    tooled({ name: 'look', input_schema: { type: 'object' } }),
  ),
  mistake('a tool of the AI SDK in a list', () =>
    tooled({ description: 'Looks.', inputSchema: z.object({}), execute: () => 'ok' }),
  ),
  mistake('a function as a tool', () => tooled(() => 'ok')),
  mistake('parameters: { city: z.string() }', () =>
    tooled({ name: 'look', parameters: { city: z.string() } }),
  ),
  mistake("parameters: 'object'", () => tooled({ name: 'look', parameters: 'object' })),
  mistake('parameters of Zod 3', () =>
    tooled({ name: 'look', parameters: z3.object({ city: z3.string() }) }),
  ),
  mistake('outputSchema with z.date()', () =>
    declare({ name: 'a', outputSchema: z.object({ day: z.date() }) }),
  ),
  mistake('two tools with one name', () => {
    const look = { name: 'look', parameters: { type: 'object' } } as const
    return compile(agent({ name: 'a', tools: [look, look] }), asked, gpt)
  }),
  mistake('an agent that is its own sub-agent', cyclic),
  mistake('pipeline([a, b])', () => untyped(pipeline)([a, b])),
  mistake('pipeline() without members', () => untyped(pipeline)()),
  mistake('parallel(a, promise)', () => untyped(parallel)(a, Promise.resolve(b))),
  mistake('loop(a, { max: 3 })', () => untyped(loop)(a, { max: 3 })),
  mistake('loop({}, a) without max', () => untyped(loop)({}, a)),
  mistake('loop({ mx: 2 }, a)', () => untyped(loop)({ mx: 2 }, a)),
  mistake('two agents with one name', () => check(untyped(pipeline)(a, agent({ name: 'a' })) as never)),
  mistake('a key that nobody writes', () => check(agent({ name: 'a', instruction: 'Go to {city}.' }))),
  mistake('a misspelt key', () =>
    check(
      untyped(pipeline)(
        agent({ name: 'w', outputKey: 'draft' }),
        agent({ name: 'r', instruction: '{drfat}' }),
      ) as never,
    ),
  ),
  mistake('a branch that no value reaches', () =>
    check(untyped(pipeline)(S.set({ kind: 'x' }), route('kind').is('x', a).is('x', b)) as never),
  ),
  mistake('an instruction without its value', () =>
    compile(agent({ name: 'a', instruction: 'Go to {town}.' }), asked, gpt),
  ),
  mistake('{{city}}', () => compile(agent({ name: 'a', instruction: 'Go to {{city}}.' }), asked, gpt)),
  mistake('C.last(0)', () => untyped(C.last)(0)),
  mistake("context: 'all'", () => declare({ name: 'a', context: 'all' })),
  mistake("includeContents: 'none' beside context", () =>
    declare({ name: 'a', includeContents: 'none', context: C.all() }),
  ),
  mistake("C.fromAgents('bookr')", () =>
    check(
      untyped(pipeline)(
        agent({ name: 'booker' }),
        agent({ name: 'r', context: C.fromAgents('bookr') }),
      ) as never,
    ),
  ),
  mistake('C.all().compact({ older: 3 })', () =>
    (C.all() as unknown as { compact(options: object): unknown }).compact({ older: 3 }),
  ),
  mistake('S.set("city", "Rome")', () => untyped(S.set)('city', 'Rome')),
]

/** Adapters and the runner. */
export const adapterMistakes: readonly Mistake[] = [
  mistake('ctxc/langchain: contextCompiler({ maxTokens: 100 })', () =>
    untyped(langchain)({ maxTokens: 100 }),
  ),
  mistake('ctxc/openai-agents: contextCompiler({ bugdet: 100 })', () => untyped(agents)({ bugdet: 100 })),
  mistake("ctxc/ai-sdk: contextCompiler({ onFailure: 'ignore' })", () =>
    untyped(middleware)({ onFailure: 'ignore' }),
  ),
  mistake('createRunner() with nothing', () => untyped(createRunner)()),
  mistake('createRunner({ program }) without a store', () => untyped(createRunner)({ program: a })),
  mistake('runner.run(key, text)', () =>
    untyped(createRunner({ program: a, store: inMemoryStore(), models: {} } as never).run)(
      { owner: { app: 'shop' }, id: 's1' },
      'Hi',
    ),
  ),
]
