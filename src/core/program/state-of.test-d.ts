// Checked by tsc alone: conditions see the answers of agents with the types of their schemas.

import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { jsonSchema } from 'ai'
import { type } from 'arktype'
import {
  agent,
  C,
  type JsonValue,
  loop,
  mapOver,
  parallel,
  pipeline,
  route,
  S,
  type State,
  type StateOf,
  tap,
  tool,
} from 'ctxc'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const verdict = z.object({ verdict: z.enum(['good', 'bad']), score: z.number().default(0) })
const writer = agent({ name: 'writer', instruction: 'Write.', outputKey: 'draft' })
const critic = agent({ name: 'critic', outputKey: 'review', outputSchema: verdict })
const named = agent({
  name: 'named',
  outputKey: 'plan',
  outputSchema: { name: 'plan', schema: z.object({ days: z.int() }) },
})
const open = agent({ name: 'open' })

// A loop knows the state of its own members, at any depth.
loop({ until: state => state.review?.verdict === 'good', max: 3 }, writer, critic)
loop({ until: ({ review }) => review?.verdict === 'good', max: 3 }, writer, parallel(open, pipeline(critic)))
loop({ until: state => state.plan?.days === 3, max: 3 }, route('draft').is('a', named).otherwise(writer))
pipeline(writer, loop({ until: ({ review }) => review?.verdict === 'good', max: 3 }, critic))
// @ts-expect-error: 'great' is no verdict.
loop({ until: state => state.review?.verdict === 'great', max: 3 }, critic)
// @ts-expect-error: the answer may be missing.
loop({ until: state => state.review.verdict === 'good', max: 3 }, critic)

// A key of an unknown writer is any JSON value, as before.
loop({ until: state => state.done === true, max: 3 }, writer)
loop({ until: (state: State) => state.done === true, max: 3 }, critic)
loop({ until: (state: StateOf<typeof critic>) => state.review?.score === 1, max: 3 }, writer, critic)

// A route and a tap are declared apart from the agents, so the parameter names them.
type Known = StateOf<typeof writer | typeof critic>
route('draft').when(state => state.draft === 'x', open)
route('draft').when(({ review }: Known) => review?.verdict === 'bad', open)
pipeline(
  writer,
  critic,
  route('draft').when((state: Known) => state.review?.verdict === 'bad', open),
)
pipeline(
  critic,
  tap(({ review }: StateOf<typeof critic>) => review?.score),
)
agent({
  name: 'a',
  context: C.when(({ review }: StateOf<typeof critic>) => review?.verdict === 'bad', C.none()),
})
// @ts-expect-error: 'draft' is a text.
route('draft').when(({ draft }: Known) => draft === 5, open)
// @ts-expect-error: a condition takes a state.
route('draft').when((state: string) => state === 'x', open)

expectTypeOf<Known['draft']>().toEqualTypeOf<string | undefined>()
// The state keeps what the model wrote: a default of the schema is not filled in.
expectTypeOf<Known['review']>().toEqualTypeOf<
  { verdict: 'good' | 'bad'; score?: number | undefined } | undefined
>()
expectTypeOf<StateOf<readonly [typeof writer, typeof named]>['plan']>().toEqualTypeOf<
  { days: number } | undefined
>()
expectTypeOf<StateOf<typeof critic>['other']>().toEqualTypeOf<JsonValue>()

// Schemas of every library.
const ark = agent({ name: 'ark', outputKey: 'k', outputSchema: type({ day: 'string' }) })
const valibot = agent({
  name: 'v',
  outputKey: 'k',
  outputSchema: toStandardJsonSchema(v.object({ day: v.string() })),
})
const ai = agent({
  name: 'ai',
  outputKey: 'k',
  outputSchema: jsonSchema<{ day: string }>({ type: 'object' }),
})
const plain = agent({ name: 'plain', outputKey: 'k', outputSchema: { type: 'object' } })
expectTypeOf<StateOf<typeof ark>['k']>().toEqualTypeOf<{ day: string } | undefined>()
expectTypeOf<StateOf<typeof valibot>['k']>().toEqualTypeOf<{ day: string } | undefined>()
expectTypeOf<StateOf<typeof ai>['k']>().toEqualTypeOf<{ day: string } | undefined>()
expectTypeOf<StateOf<typeof plain>['k']>().toEqualTypeOf<JsonValue | undefined>()

// Steps, tools and lists write any JSON value, also if an agent writes the key too.
const log = tool({ name: 'log', writes: ['log'] })
const worker = agent({ name: 'worker', tools: [log], outputKey: 'done' })
const app = pipeline(critic, S.set({ review: 'none' }), mapOver({ key: 'review', into: 'all' }, worker))
expectTypeOf<StateOf<typeof app>['review']>().toEqualTypeOf<
  JsonValue | { verdict: 'good' | 'bad'; score?: number | undefined } | undefined
>()
expectTypeOf<StateOf<typeof app>['all']>().toEqualTypeOf<readonly JsonValue[] | undefined>()
expectTypeOf<StateOf<typeof app>['log']>().toEqualTypeOf<JsonValue | undefined>()
expectTypeOf<StateOf<typeof app>['done']>().toEqualTypeOf<string | undefined>()
