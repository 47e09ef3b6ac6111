// Checked by tsc alone: 32 programs that type-check, and 32 that do not, each with the reason for its type error.
import {
  type Agent,
  agent,
  compile,
  createSession,
  fallback,
  loop,
  type Member,
  mapOver,
  type Pipeline,
  parallel,
  pipeline,
  route,
  S,
  tap,
  tool,
} from 'ctxc'
import type { Fitting, MemberInput } from 'ctxc/program'
import { expectTypeOf } from 'vitest'
import type { Context } from './types/fit.ts'

const classifier = agent({ name: 'classifier', instruction: 'Classify.', outputKey: 'intent' })
const booker = agent({ name: 'booker', instruction: 'Help book. The intent is: {intent}' })
const closer = agent({ name: 'closer', instruction: 'Say goodbye.' })
const web = agent({ name: 'web', instruction: 'Search the web.', outputKey: 'pages' })
const files = agent({ name: 'files', instruction: 'Search the files.', outputKey: 'notes' })
const writer = agent({ name: 'writer', instruction: 'Write from {pages} and {notes}.', outputKey: 'draft' })
const critic = agent({ name: 'critic', instruction: 'Remark on {draft}.', outputKey: 'remarks' })
const editor = agent({ name: 'editor', instruction: 'Edit {draft} after {remarks}.', outputKey: 'draft' })
const lenient = agent({
  name: 'lenient',
  instruction: 'Maybe {intent?} or {draft|none}.',
  outputKey: 'reply',
})
const global = agent({ name: 'global', globalInstruction: 'All serve {intent}.' })
const expecting = agent({
  name: 'expecting',
  instruction: 'Serve {city}.',
  expects: ['city'],
  outputKey: 'x',
})
const local = agent({ name: 'local', instruction: 'Stay in {city}.', outputKey: 'y' })
const scoped = agent({ name: 'scoped', instruction: '{user:name} {app:rule} {turn:word}', outputKey: 'z' })
const invoked = agent({ name: 'invoked', instruction: '{temp:plan}' })
const router = agent({ name: 'router', instruction: 'Route.', subAgents: [booker], outputKey: 'way' })
const cart = tool({ name: 'cart', writes: ['cart'] })
const order = tool({ name: 'order', reads: ['cart'] })
const shop = agent({ name: 'shop', tools: [cart], outputKey: 'said' })
const till = agent({ name: 'till', tools: [order] })
const provided = agent({ name: 'provided', instruction: ({ state }) => `${state.anything}` })
declare const text: string
declare const anyAgent: Agent
declare const members: readonly Member[]
const unknown = agent({ name: 'unknown', instruction: text })

// 32 programs that type-check.
pipeline(classifier, booker)
pipeline(classifier, closer, booker)
pipeline(classifier, pipeline(booker, closer))
pipeline(pipeline(classifier, closer), booker)
pipeline(classifier, pipeline(closer, pipeline(booker)))
pipeline(parallel(web, files), writer)
pipeline(parallel(pipeline(web, closer), files), writer, critic, editor)
pipeline(web, files, writer, loop({ max: 3 }, critic, editor))
pipeline(web, files, writer, loop({ until: state => state.done === true, max: 3 }, editor, critic))
loop({ max: 2 }, booker, classifier)
pipeline(classifier, route('intent').is('book', booker).otherwise(closer))
pipeline(
  classifier,
  route('intent')
    .is('a', web)
    .when(state => 'b' in state, web)
    .otherwise(web),
  parallel(files),
  writer,
)
pipeline(fallback(web, pipeline(web, closer)), files, writer)
pipeline(web, mapOver({ key: 'pages', item: 'draft', into: 'list' }, critic), route('list'))
pipeline(
  web,
  mapOver({ key: 'pages', into: 'intent' }, agent({ name: 'each', instruction: '{item}' })),
  booker,
)
pipeline(S.set({ intent: 'book' }), booker)
pipeline(S.capture('request'), S.rename({ request: 'intent' }), booker)
pipeline(classifier, S.pick('intent'), booker)
pipeline(
  classifier,
  S.drop('other'),
  tap(state => state.intent),
  booker,
)
pipeline(S.defaults({ intent: 'book' }), S.require('intent'), booker)
pipeline(S.drop('intent'), classifier, booker)
pipeline(lenient, scoped)
pipeline(expecting, local)
pipeline(local, expecting)
pipeline(classifier, router)
pipeline(shop, till)
pipeline(provided, unknown, anyAgent, booker, writer)
pipeline({ name: 'plain', outputKey: 'intent' }, { name: 'other', instruction: 'Read {intent}.' }, booker)
// An answer without a key provides the one missing key.
pipeline(closer, booker, lenient)
pipeline(web, closer, pipeline(writer), route('draft').is('', critic))
pipeline(closer, route('intent').is('book', booker), classifier)
// Nesting of pipelines does not matter, nor a neutral step between an answer and its reader.
pipeline(pipeline(lenient, closer), booker)
pipeline(pipeline(pipeline(closer)), S.set({ other: 1 }), pipeline(S.log(), pipeline(booker, lenient)))
pipeline(
  closer,
  S.transform('intent', value => value),
  booker,
)
pipeline(lenient, closer, S.pick('intent'), S.capture('said'), booker)
pipeline(pipeline(web, pipeline(closer)), pipeline(S.log()), pipeline(booker, lenient))
pipeline(loop({ max: 2 }, lenient, closer), booker)
pipeline(fallback(closer, pipeline(web, closer)), booker)
pipeline(web, route('pages').is('x', closer).otherwise(closer), booker)
pipeline(...members)
// A group that ends with its first answer has only the keys that each of its members writes.
pipeline(web, files, parallel({ until: 'first' }, writer, pipeline(lenient, writer)), critic)
pipeline(parallel({ until: 'first' }, closer, pipeline(web, closer)), booker)
pipeline(S.set({ 'temp:plan': 'x' }), invoked)
const app = pipeline(classifier, booker)
const asMember: Member = app
const nested = pipeline(closer, parallel(booker, global))
compile(pipeline(classifier, booker), createSession(), { agent: 'booker' })
compile(pipeline(classifier, pipeline(booker, parallel(pipeline(booker)))), createSession())
const expected: Member = pipeline(
  classifier,
  route('intent').is('a', pipeline(booker)).otherwise(pipeline(booker)),
)
expectTypeOf(app).toExtend<Pipeline>()
expectTypeOf(app.members).toEqualTypeOf<readonly [typeof classifier, typeof booker]>()

/** Returns the reason that members cannot have this order. */
declare function refused<const Members extends readonly MemberInput[]>(
  ...members: Members | Context<Members>
): Extract<Fitting<Members, false>[number], string>
/** Message for a key that nothing writes. */
type Unwritten<
  Who extends string,
  Key extends string,
> = `${Who} reads '${Key}', which nothing upstream writes`
type Removed<Who extends string, Key extends string> = `${Who} reads '${Key}', which a step upstream removed`

// 32 programs that do not type-check, each with its message.
// @ts-expect-error
pipeline(booker, classifier)
expectTypeOf(
  refused(booker, classifier),
).toEqualTypeOf<"agent 'booker' reads 'intent', which nothing upstream writes">()
// @ts-expect-error
pipeline(booker)
expectTypeOf(refused(booker)).toEqualTypeOf<Unwritten<"agent 'booker'", 'intent'>>()
// @ts-expect-error
pipeline(S.set({ other: 1 }), booker, classifier)
expectTypeOf(refused(S.set({ other: 1 }), booker, classifier)).toEqualTypeOf<
  Unwritten<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(web, writer)
expectTypeOf(refused(web, writer)).toEqualTypeOf<Unwritten<"agent 'writer'", 'notes'>>()
// @ts-expect-error
pipeline(files, writer)
expectTypeOf(refused(files, writer)).toEqualTypeOf<Unwritten<"agent 'writer'", 'pages'>>()
// @ts-expect-error
pipeline(pipeline(booker), classifier)
expectTypeOf(refused(pipeline(booker), classifier)).toEqualTypeOf<Unwritten<"agent 'booker'", 'intent'>>()
// @ts-expect-error
pipeline(pipeline(closer, pipeline(classifier)), pipeline(web, editor))
expectTypeOf(refused(pipeline(closer, pipeline(classifier)), pipeline(web, editor))).toEqualTypeOf<
  Unwritten<"agent 'editor'", 'draft' | 'remarks'>
>()
// @ts-expect-error
pipeline(parallel(classifier, booker))
expectTypeOf(refused(parallel(classifier, booker))).toEqualTypeOf<Unwritten<"agent 'booker'", 'intent'>>()
// @ts-expect-error
pipeline(parallel(web, files, writer))
expectTypeOf(refused(parallel(web, files, writer))).toEqualTypeOf<
  Unwritten<"agent 'writer'", 'pages' | 'notes'>
>()
// @ts-expect-error
pipeline(parallel({ until: 'first' }, web, files), critic, S.set({ pages: '' }), writer)
expectTypeOf(refused(parallel({ until: 'first' }, pipeline(web, files), web), writer)).toEqualTypeOf<
  Unwritten<"agent 'writer'", 'notes'>
>()
// @ts-expect-error
parallel({ until: 'last' }, web, files)
// @ts-expect-error
pipeline(loop({ max: 3 }, critic))
expectTypeOf(refused(loop({ max: 3 }, critic))).toEqualTypeOf<Unwritten<"agent 'critic'", 'draft'>>()
// @ts-expect-error
pipeline(classifier, route('intent').is('a', web), files, writer)
expectTypeOf(refused(classifier, route('intent').is('a', web), files, writer)).toEqualTypeOf<
  Unwritten<"agent 'writer'", 'pages'>
>()
// @ts-expect-error
pipeline(classifier, route('intent').is('a', web).otherwise(files), lenient, editor)
expectTypeOf(
  refused(classifier, route('intent').is('a', web).otherwise(files), lenient, editor),
).toEqualTypeOf<Unwritten<"agent 'editor'", 'draft' | 'remarks'>>()
// @ts-expect-error
pipeline(classifier, route('intent').is('a', critic))
expectTypeOf(refused(classifier, route('intent').is('a', critic))).toEqualTypeOf<
  Unwritten<"agent 'critic'", 'draft'>
>()
// @ts-expect-error
pipeline(classifier, route('intent').otherwise(critic))
expectTypeOf(refused(classifier, route('intent').otherwise(critic))).toEqualTypeOf<
  Unwritten<"agent 'critic'", 'draft'>
>()
// @ts-expect-error
pipeline(route('intent').is('a', closer))
expectTypeOf(refused(route('intent').is('a', closer))).toEqualTypeOf<Unwritten<'a route', 'intent'>>()
// @ts-expect-error
pipeline(fallback(web, files), lenient, local)
expectTypeOf(refused(fallback(web, files), lenient, local)).toEqualTypeOf<
  Unwritten<"agent 'local'", 'city'>
>()
// @ts-expect-error
pipeline(fallback(classifier, web), lenient, booker)
expectTypeOf(refused(fallback(classifier, web), lenient, booker)).toEqualTypeOf<
  Unwritten<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(fallback(closer, booker))
expectTypeOf(refused(fallback(closer, booker))).toEqualTypeOf<Unwritten<"agent 'booker'", 'intent'>>()
// @ts-expect-error
pipeline(mapOver({ key: 'pages', into: 'list' }, closer))
expectTypeOf(refused(mapOver({ key: 'pages', into: 'list' }, closer))).toEqualTypeOf<
  Unwritten<'mapOver', 'pages'>
>()
// @ts-expect-error
pipeline(web, mapOver({ key: 'pages', into: 'list' }, critic))
expectTypeOf(refused(web, mapOver({ key: 'pages', into: 'list' }, critic))).toEqualTypeOf<
  Unwritten<"agent 'critic'", 'draft'>
>()
// @ts-expect-error
pipeline(web, mapOver({ key: 'pages', into: 'list' }, classifier), booker)
expectTypeOf(refused(web, mapOver({ key: 'pages', into: 'list' }, classifier), booker)).toEqualTypeOf<
  Unwritten<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(classifier, S.drop('intent'), booker)
expectTypeOf(refused(classifier, S.drop('intent'), booker)).toEqualTypeOf<
  Removed<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(classifier, S.pick('other'), booker)
expectTypeOf(refused(classifier, S.pick('other'), booker)).toEqualTypeOf<
  Removed<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(classifier, S.rename({ intent: 'aim' }), booker)
expectTypeOf(refused(classifier, S.rename({ intent: 'aim' }), booker)).toEqualTypeOf<
  Removed<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(classifier, S.pipe(S.set({ a: 1 }), S.drop('intent')), closer, booker)
expectTypeOf(refused(classifier, S.pipe(S.set({ a: 1 }), S.drop('intent')), closer, booker)).toEqualTypeOf<
  Removed<"agent 'booker'", 'intent'>
>()
// @ts-expect-error
pipeline(S.drop('user:name'), scoped)
expectTypeOf(refused(S.drop('user:name'), scoped)).toEqualTypeOf<Removed<"agent 'scoped'", 'user:name'>>()
// @ts-expect-error
pipeline(S.drop('city'), expecting)
expectTypeOf(refused(S.drop('city'), expecting)).toEqualTypeOf<Removed<"agent 'expecting'", 'city'>>()
// @ts-expect-error
pipeline(S.require('request'), closer)
expectTypeOf(refused(S.require('request'), closer)).toEqualTypeOf<Unwritten<'a step', 'request'>>()
// @ts-expect-error
pipeline(router)
expectTypeOf(refused(router)).toEqualTypeOf<Unwritten<"agent 'booker'", 'intent'>>()
// @ts-expect-error
pipeline(till, shop)
expectTypeOf(refused(till, shop)).toEqualTypeOf<Unwritten<"agent 'till'", 'cart'>>()
// @ts-expect-error
pipeline(invoked)
expectTypeOf(refused(invoked)).toEqualTypeOf<Unwritten<"agent 'invoked'", 'temp:plan'>>()
// @ts-expect-error
pipeline(global)
expectTypeOf(refused(global)).toEqualTypeOf<Unwritten<"agent 'global'", 'intent'>>()
// @ts-expect-error
pipeline({ name: 'plain', instruction: 'Read {intent}.' }, classifier)
expectTypeOf(refused({ name: 'plain', instruction: 'Read {intent}.' }, classifier)).toEqualTypeOf<
  Unwritten<"agent 'plain'", 'intent'>
>()
// @ts-expect-error
pipeline(closer, writer)
expectTypeOf(refused(closer, writer)).toEqualTypeOf<Unwritten<"agent 'writer'", 'pages' | 'notes'>>()

// @ts-expect-error one of the two answers has a key of its own.
pipeline(fallback(closer, web), booker)
// @ts-expect-error the branch may not be taken.
pipeline(web, route('pages').is('x', closer), booker)
// @ts-expect-error two answers at once.
pipeline(parallel(closer, router), expecting, critic)
// @ts-expect-error the step reads two keys, and leaves the answer in doubt.
pipeline(closer, S.require('draft', 'intent'), critic)
// @ts-expect-error another answer is in between, however it is nested.
pipeline(closer, lenient, critic)
// @ts-expect-error
pipeline(closer, pipeline(lenient, critic))
// @ts-expect-error the first reader has taken the answer.
pipeline(closer, agent({ name: 'keyed', instruction: '{intent}', outputKey: 'k' }), critic)

// Members that are known only at run time are not checked here.
declare const any: Member
declare const list: Member[]
pipeline(...list)
pipeline(any, any, booker)
pipeline(classifier, ...list, booker)
pipeline(parallel(any, any), fallback(any, any), loop({ max: 2 }, any, any))
pipeline(any, route('intent').is('x', any).otherwise(any), mapOver({ key: 'a', into: 'b' }, any))
expectTypeOf(pipeline(any, any)).toExtend<Member>()

// An inner pipeline reports the keys that it is sure to miss.
// @ts-expect-error
parallel(pipeline(S.drop('intent'), booker))
// @ts-expect-error
loop({ max: 3 }, S.drop('draft'), critic)
expectTypeOf(refused(S.drop('draft'), critic)).toEqualTypeOf<Removed<"agent 'critic'", 'draft'>>()
// @ts-expect-error a number is no member
pipeline(5)
// @ts-expect-error
loop({ until: 'done', max: 3 }, closer)
// @ts-expect-error
route('intent').is(new Date(), closer)
