// Checked by tsc alone: 34 contexts that type-check and 46 that do not, each with its compiler error.
import { type Agent, agent, C, createCompiler, pipeline, S } from 'ctxc'
import type { Clause, ClauseOf, Policy, SourceOf } from 'ctxc/context'
import { expectTypeOf } from 'vitest'

declare const strings: string[]
declare const text: string
declare const anyAgent: Agent
declare const policy: Policy

const classifier = agent({ name: 'classifier', instruction: 'Classify.', outputKey: 'intent' })
/** Returns an agent with this context. */
const shown = <const Context extends C.ContextInput>(context: Context) => agent({ name: 'r', context })

// 34 contexts that type-check.
shown(C.all())
shown([C.window(5, { slack: 2 }), [C.last(3), [C.first(1)]]])
shown(C.none())
shown([C.none(), C.artifact('a')])
shown(C.window(5).tier('critical').atLeast(10))
shown(
  C.where({ text: [/ORD-\d+/, 'parcel'] })
    .tier('critical')
    .atMost(100),
)
shown(C.window(5).tier('supplementary').atLeast(10).atMost(100))
shown(C.userOnly().tier('archive').orElse(C.last(2)))
shown(C.userOnly().compact())
shown(C.fromAgents('a', 'b').compact({ olderThan: 2, over: 400, expand: 'tool' }))
shown(C.excludeAgents('a').truncate({ tokens: 100, keep: 'both' }))
shown(C.where({ author: 'a', role: ['user', 'model'], type: 'tool-result', tag: 't', tool: ['x'] }))
shown(C.recent({ halfLife: 4 }).project({ keep: ['a', 'b.*.c'] }))
shown(C.all().project({ omit: strings }).dedupe('superseded').render('text'))
shown(C.userOnly().orElse(C.all().tier('supplementary')))
shown(C.userOnly().orElse(C.fromAgents('a').orElse(C.first(1))))
shown([C.template('{intent?} {tone|plain}'), C.notes('likes', { format: 'numbered' })])
shown(C.relevant({ query: 'trains', top: 3 }).atMost(500))
shown(C.text('seats', ({ guests }) => (typeof guests === 'number' ? `${guests}` : null)).tier('critical'))
shown(C.contextCompressor({ tokenBudget: 4096, keepRecent: 3 }))
shown(C.when('vip', C.all(), [C.state('orders')]))
shown(C.when(({ plan }) => plan === 'gold', C.window(9)))
shown({ kind: 'clause', select: { by: 'all' }, operations: [], when: [] })
shown(policy)
agent({ name: 'a', includeContents: 'all' })
agent({ ...anyAgent, context: C.window(5) })
agent({ ...anyAgent, name: 'b' })
agent({ name: 'a', subAgents: [{ name: 'b', context: C.window(2) }] })
pipeline(classifier, shown([C.userOnly(), C.state('intent')]))
pipeline(classifier, shown(C.template('The intent is {intent}.')))
pipeline(S.set({ wish: 'x' }), shown([C.all(), C.relevant({ queryKey: 'wish' })]))
pipeline(shown([C.when('vip', C.state('orders')), C.notes('likes'), C.state('user:name')]))
pipeline(agent({ name: 'a', context: C.state('trip'), expects: ['trip'] }))
// The answer of an agent without an output key goes to the one missing key.
pipeline(agent({ name: 'a' }), shown([C.none(), C.state('draft')]))
shown(C.state(...strings))

// The keys that an agent reads follow from its context.
expectTypeOf(shown([C.all(), [C.state('a', 'user:b').tier('critical')], C.template('{c.d} {e?}')])).toExtend<
  Agent<'r', 'a' | 'user:b' | 'c'>
>()
expectTypeOf(C.state('a')).toEqualTypeOf<SourceOf<'a'>>()
expectTypeOf(C.template('{a} {b?}').atMost(5)).toEqualTypeOf<SourceOf<'a', 'tier'>>()
expectTypeOf(C.relevant({ queryKey: 'a' })).toEqualTypeOf<SourceOf<'a'>>()
expectTypeOf(C.relevant()).toEqualTypeOf<SourceOf<never>>()
expectTypeOf(C.text('a', () => null)).toEqualTypeOf<SourceOf<never>>()
expectTypeOf(C.template(text)).toEqualTypeOf<SourceOf<string>>()
expectTypeOf(C.window(5)).toEqualTypeOf<ClauseOf>()
expectTypeOf(C.window(5).node).toEqualTypeOf<Clause>()
expectTypeOf(C.none()).toEqualTypeOf<ClauseOf<never>>()
expectTypeOf(C.when('a', C.state('b'))).toEqualTypeOf<Policy>()
// Keys that are not known at compile time are never an error.
pipeline(shown([C.state(...strings), C.template(text)]))

// Operations on sources, and a source as `orElse`.
// @ts-expect-error Property 'compact' does not exist on type 'SourceOf<"a">'
C.state('a').compact()
// @ts-expect-error Property 'truncate' does not exist on type 'SourceOf<"a">'
C.template('{a}').truncate({ tokens: 5 })
// @ts-expect-error Property 'atLeast' does not exist on type 'SourceOf<never>'
C.notes('a').atLeast(5)
// @ts-expect-error Property 'orElse' does not exist on type 'SourceOf<never>'
C.artifact('a').orElse(C.all())
// @ts-expect-error Argument of type 'SourceOf<"a">' is not assignable to parameter of type 'Clause | Built<Clause>'
C.all().orElse(C.state('a'))
// @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'Clause | Built<Clause>'
C.all().orElse('all')

// `C.none()` has no methods.
// @ts-expect-error Property 'compact' does not exist on type 'ClauseOf<never>'
C.none().compact()
// @ts-expect-error Property 'tier' does not exist on type 'ClauseOf<never>'
C.none().tier('critical')
// @ts-expect-error Property 'orElse' does not exist on type 'ClauseOf<never>'
C.none().orElse(C.all())

// Each method may be called once.
// @ts-expect-error Property 'tier' does not exist on type 'ClauseWithout<…, "tier">'
C.all().tier('critical').tier('archive')
// @ts-expect-error Property 'compact' does not exist on type 'ClauseWithout<…, "truncate">'
C.all().compact().truncate({ tokens: 5 }).compact()
// @ts-expect-error Property 'dedupe' does not exist on type 'ClauseWithout<…, "dedupe">'
C.all().dedupe('exact').dedupe('superseded')
// @ts-expect-error Property 'tier' does not exist on type 'SourceWithout<…, "tier">'
C.state('a').tier('critical').tier('archive')

// An archived clause takes no operations or bounds.
// @ts-expect-error Property 'atLeast' does not exist on type 'ClauseWithout<…, "tier" | …>'
C.all().tier('archive').atLeast(500)
// @ts-expect-error Property 'compact' does not exist on type 'ClauseWithout<…, "tier" | …>'
C.all().tier('archive').compact()
// @ts-expect-error Property 'summarize' does not exist on type 'ClauseWithout<…, "tier" | "summarize">'
C.all().tier('critical').atMost(60).summarize()

// Invalid words and numbers.
// @ts-expect-error Argument of type '"urgent"' is not assignable to parameter of type 'Tier'
C.all().tier('urgent')
// @ts-expect-error Argument of type '"semantic"' is not assignable to parameter of type 'Repeat'
C.all().dedupe('semantic')
// @ts-expect-error Argument of type '"xml"' is not assignable to parameter of type '"text"'
C.all().render('xml')
// @ts-expect-error Expected 1-2 arguments, but got 0
C.window()
// @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'number'
C.last('3')
// @ts-expect-error Expected 1 arguments, but got 0
C.all().atMost()
// @ts-expect-error Type '"assistant"' is not assignable to type 'UnitRole | readonly UnitRole[]'
C.where({ role: 'assistant' })
// @ts-expect-error Type 'number' is not assignable to type …
C.where({ text: 5 })
// @ts-expect-error Type '"message"' is not assignable to type …
C.where({ type: ['message'] })
// @ts-expect-error Type '"table"' is not assignable to type '"plain" | "checklist" | "numbered"'
C.notes('a', { format: 'table' })

// @ts-expect-error Type 'number' is not assignable to type 'string | null'
C.text('a', () => 5)
// @ts-expect-error Type 'Promise<string>' is not assignable to type 'string'
C.text('a', async () => 'x')
// @ts-expect-error Expected 2 arguments, but got 1
C.text(() => 'x')

// Misspelt, missing and surplus options.
// @ts-expect-error 'slak' does not exist in type 'WindowOptions'. Did you mean to write 'slack'?
C.window(5, { slak: 1 })
// @ts-expect-error 'older' does not exist in type 'CompactOptions'
C.all().compact({ older: 2 })
// @ts-expect-error Property 'tokens' is missing in type '{ keep: "head"; }' but required in type 'TruncateOptions'
C.all().truncate({ keep: 'head' })
// @ts-expect-error Type '{ keep: string[]; omit: string[]; }' is not assignable to type 'ProjectOptions'
C.all().project({ keep: ['a'], omit: ['b'] })
// @ts-expect-error Argument of type '{}' is not assignable to parameter of type 'ProjectOptions'
C.all().project({})
// @ts-expect-error Property 'halfLife' is missing in type '{ minScore: number; }' but required in type 'RecentOptions'
C.recent({ minScore: 0.5 })
// @ts-expect-error 'queryKey': Type 'string' is not assignable to type 'undefined'
C.relevant({ query: 'a', queryKey: 'b' })
// @ts-expect-error Property 'keepRecent' is missing in type '{ tokenBudget: number; }'
C.contextCompressor({ tokenBudget: 4096 })
// @ts-expect-error Argument of type 'number' is not assignable to parameter of type 'Condition'
C.when(5, C.all())
// @ts-expect-error Property 'tier' does not exist on type 'Policy'
C.when('vip', C.state('a')).tier('critical')

// Values that are no context, and options that conflict with a context.
// @ts-expect-error Type 'string' is not assignable to type 'ContextInput'
agent({ name: 'a', context: 'all' })
// @ts-expect-error Type '() => ClauseOf' is not assignable to type 'ContextInput'
agent({ name: 'a', context: [C.all] })
// @ts-expect-error Type '"all"' is not assignable to type '"context says all that the agent is shown: leave
// includeContents out"'
agent({ name: 'a', context: C.all(), includeContents: 'all' })

// Keys that nothing writes: the message names the agent and the key, as for instructions.
// @ts-expect-error "agent 'r' reads 'intent', which nothing upstream writes"
pipeline(shown([C.userOnly(), C.state('intent')]), classifier)
// @ts-expect-error "agent 'r' reads 'intent', which nothing upstream writes"
pipeline(shown(C.template('{intent} {tone?}')))
// @ts-expect-error "agent 'r' reads 'wish', which nothing upstream writes"
pipeline(classifier, shown([C.all(), C.relevant({ queryKey: 'wish' })]))
// @ts-expect-error "agent 'r' reads 'intent', which a step upstream removed"
pipeline(classifier, S.drop('intent'), shown(C.state('intent')))
// @ts-expect-error "agent 'b' reads 'draft', which nothing upstream writes"
pipeline(agent({ name: 'a', subAgents: [{ name: 'b', context: C.state('draft') }] }))

// A context that is known only at run time reads unknown keys.
export const madeLater = (context: C.ContextInput) =>
  createCompiler(agent({ name: 'later', context }), { model: 'gpt-5.4' })
