// Checked by tsc alone: the keys that an agent reads and writes follow from its declaration; a misspelt field is an
// error.
import { type Agent, type AgentLinks, agent, type ToolInput, tool } from 'ctxc'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

type Links<Output extends string = never, Expects extends string = never> = AgentLinks<
  Output,
  Expects,
  never,
  [Output] extends [never] ? never : string
>
declare const text: string
declare const tools: ToolInput[]

expectTypeOf(agent({ name: 'a' })).toEqualTypeOf<Agent<'a', never, never, Links>>()
expectTypeOf(
  agent({ name: 'a', instruction: '{b} {c?} {user:d}', globalInstruction: '{e.f}', outputKey: 'g' }),
).toEqualTypeOf<Agent<'a', 'b' | 'user:d' | 'e', 'g', Links<'g'>>>()
expectTypeOf(agent({ name: 'a', instruction: '{b}', expects: ['b', 'c'] })).toEqualTypeOf<
  Agent<'a', 'b', never, Links<never, 'b' | 'c'>>
>()

// Unknown keys become `string`.
expectTypeOf(agent({ name: 'a', instruction: text })).toEqualTypeOf<Agent<'a', string, never, Links>>()
expectTypeOf(agent({ name: 'a', instruction: ({ lastUserText }) => lastUserText ?? '' })).toEqualTypeOf<
  Agent<'a', string, never, Links>
>()
expectTypeOf(agent({ name: 'a', outputKey: text })).toEqualTypeOf<Agent<'a', never, string, Links<string>>>()
expectTypeOf(agent({ name: 'a', tools })).toEqualTypeOf<Agent<'a', never, string, Links>>()

// The agent reads and writes the keys of its tools, but does not read a key that one of the tools writes.
const parameters = z.object({ days: z.number() })
const plan = tool({ name: 'plan', reads: ['city', 'plan'], writes: ['plan'], parameters })
const inline = { name: 'inline', parameters, execute: (input: unknown) => input, writes: ['log'] } as const
expectTypeOf(agent({ name: 'a', tools: [plan, inline] })).toEqualTypeOf<
  Agent<'a', 'city', 'plan' | 'log', Links>
>()
agent({ name: 'a', tools: [{ name: 'b', parameters, execute: input => input }] })

// Control may be transferred to sub-agents, so the type keeps each key that they read with its reader.
const below = agent({
  name: 'b',
  instruction: '{c}',
  expects: ['d'],
  subAgents: [{ name: 'e', instruction: '{f}' }],
})
expectTypeOf(agent({ name: 'a', subAgents: [below] })).toEqualTypeOf<
  Agent<
    'a',
    never,
    never,
    AgentLinks<never, 'd', readonly ["agent 'b'", 'c'] | readonly ["agent 'e'", 'f'], never>
  >
>()

// Every declared agent extends `Agent`.
expectTypeOf(below).toExtend<Agent>()

// @ts-expect-error: did you mean instruction?
agent({ name: 'a', instuction: 'b' })
// @ts-expect-error
agent({ name: 'a', generateConfig: { temprature: 1 } })
// @ts-expect-error
agent({ name: 'a', subAgents: [{ name: 'b', instuction: 'c' }] })
// @ts-expect-error
agent({ name: 'a', instruction: 5 })
// @ts-expect-error
agent({ name: 'a', expects: 'b' })
// @ts-expect-error
agent({ name: 'a', tools: [5] })
// @ts-expect-error
agent({ instruction: 'b' })
