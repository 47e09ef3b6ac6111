// A session that is begun with one provider, goes on with another, and comes back.
import fc from 'fast-check'
import type { Conversation } from '../../src/core/from/conversation.ts'
import type { Agent, Compiled, EventInput, Plan, Tool } from '../../src/index.ts'
import { compile } from '../../src/index.ts'
import type { MessageFormat } from '../arbitrary/index.ts'
import { arbitraryMessages, arbitraryRequest } from '../arbitrary/index.ts'
import type { AnswerPiece, GeneratedContent, Line } from '../arbitrary/run.ts'
import { sentences, someText, toolName } from '../arbitrary/text.ts'
import { copy } from '../laws/law.ts'
import type { Station } from './station.ts'

/** Answer of a model, the results of its tools, and the user's next question. */
export interface Answer {
  readonly thought: string
  readonly seal: string
  readonly text: string
  readonly calls: readonly {
    readonly id: string
    readonly name: string
    readonly args: Readonly<Record<string, unknown>>
    readonly freeform: boolean
    readonly result: readonly GeneratedContent[]
    readonly failed: boolean
  }[]
}

/** Plain data that a journey can be made from again and again. */
export interface Journey {
  readonly history: unknown
  readonly models: readonly [from: string, to: string]
  /** Whether the user says something before each answer; else the model goes on by itself. */
  readonly asks: boolean
  /** Whether the program declares the tools that are called on the way. */
  readonly declares: boolean
  /** The answers: one at home, one elsewhere, one at home again. */
  readonly answers: readonly Answer[]
}

const seal = fc.base64String({ minLength: 12, maxLength: 40 }).filter(text => text !== '')

const content = (): fc.Arbitrary<GeneratedContent> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('text' as const), text: someText() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constantFrom('image' as const, 'document' as const, 'audio' as const),
        source: fc.constantFrom('data' as const, 'url' as const, 'id' as const, 'text' as const),
      }),
    },
  )

/** Ids in the forms of providers: `#` is replaced by a number. */
const ids = [
  'call_#',
  'toolu_01#',
  'functions.search:#',
  `call_${'x'.repeat(40)}#`,
  `fc_${'y'.repeat(70)}#`,
  'chatcmpl tool #',
  'call_0',
  '',
]

const answer = (): fc.Arbitrary<Answer> =>
  fc.record({
    thought: sentences(),
    seal,
    text: fc.oneof(someText(), fc.constant('')),
    calls: fc.array(
      fc.record({
        id: fc.oneof({ weight: 3, arbitrary: fc.constant('call_#') }, fc.constantFrom(...ids)),
        name: toolName().filter(name => name !== '' && name.isWellFormed()),
        args: fc.dictionary(fc.constantFrom('city', 'query', 'a/b'), someText(), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        freeform: fc.nat(9).map(roll => roll === 0),
        result: fc.array(content(), { maxLength: 2 }),
        failed: fc.nat(5).map(roll => roll === 0),
      }),
      { maxLength: 2 },
    ),
  })

/** Journeys between two providers. */
export const journeys = (from: Station, to: Station): fc.Arbitrary<Journey> =>
  fc.record({
    history: fc.oneof(
      { weight: 3, arbitrary: arbitraryMessages(from.target as MessageFormat) },
      { weight: 1, arbitrary: arbitraryRequest(from.target as MessageFormat) },
    ),
    models: fc.tuple(fc.constantFrom(...from.models), fc.constantFrom(...to.models)),
    asks: fc.nat(3).map(roll => roll > 0),
    declares: fc.nat(3).map(roll => roll > 0),
    answers: fc.array(answer(), { minLength: 3, maxLength: 3 }),
  })

/** Returns text that one answer has, and nothing else. */
export const markOf = (step: number): string => `Thought no. ${step} of this journey:`

/** An answer in no provider's words, its results, and what the user asks next. */
function linesOf({ thought, seal: sealed, text, calls }: Answer, step: number): Line[] {
  const made = calls.map(({ id, name, args, freeform, result, failed }, index) => ({
    call: {
      id: id.replace('#', `${step}${index}`),
      name,
      text: freeform ? 'select 1' : JSON.stringify(args),
      value: args,
      freeform,
    },
    result,
    failed,
  }))
  const pieces: AnswerPiece[] = [
    { kind: 'thought', text: `${markOf(step)} ${thought}`, seal: sealed, redacted: false, model: null },
    ...(text === '' && calls.length > 0 ? [] : [{ kind: 'text' as const, text: `${step}. ${text}` }]),
    ...made.map(({ call }) => ({ kind: 'call' as const, call })),
  ]
  return [
    { kind: 'model', pieces },
    ...made.map(({ call, result, failed }) => ({ kind: 'result' as const, call, contents: result, failed })),
  ]
}

/** A compile on the way. */
export interface Stop {
  readonly station: Station
  readonly conversation: Conversation
  /** Number of events that were imported. */
  readonly imported: number
  readonly result: Compiled
  /** Whether the compile was given what was decided before. */
  readonly planned: boolean
}

/** A thought that was made on the way, as its provider gave it. */
export interface Made {
  readonly station: Station
  readonly model: string
  readonly step: number
  readonly seal: string
}

/** Stops of a session on its journey, and the thoughts that were made there. */
export interface Travelled {
  readonly stops: readonly Stop[]
  readonly made: readonly Made[]
}

/** Goes from one provider to another and back; every answer comes in the wire form of the provider that gave it. */
export async function travel(from: Station, to: Station, given: Journey): Promise<Travelled> {
  const { history, models, asks, declares, answers } = copy(given)
  const read = from.read(history as object, models[0])
  const begun = declares ? { ...read, agent: withTools(read.agent, answers) } : read
  const plans = new Map<Station, Plan | null>()
  const stops: Stop[] = []
  const made: Made[] = []
  let { session } = begun
  const imported = session.events.length
  const goOn = async (station: Station, model: string): Promise<void> => {
    if (asks) session = session.append({ author: 'user', text: `Question ${stops.length}?` })
    const plan = plans.get(station)
    const conversation = { ...begun, session }
    const result = await compile(conversation, {
      target: station.target,
      model,
      ...(plan !== undefined && { plan }),
    })
    stops.push({ station, conversation, imported, result, planned: plan !== undefined })
    plans.set(station, result.plan)
    const step = stops.length
    const answer = answers[step - 1]
    if (answer === undefined) return
    const own = { ...answer, seal: `T${step}${answer.seal}` }
    made.push({ station, model, step, seal: own.seal })
    const { events } = station.read(station.write(linesOf(own, step), step), model).session
    session = session.append(...events.map(event => declared(event, result, `${station.name} ${step}`)))
  }
  await goOn(from, models[0])
  await goOn(to, models[1])
  await goOn(from, models[0])
  // The other provider gets the last answer too.
  await goOn(to, models[1])
  return { stops, made }
}

/** An agent that declares what is called on the way, beside what it had. */
function withTools(agent: Agent, answers: readonly Answer[]): Agent {
  const { tools = [] } = agent
  const known = new Set(tools.map(tool => ('name' in tool ? tool.name : '')))
  const called = new Set(answers.flatMap(({ calls }) => calls.map(({ name }) => name)))
  const added: readonly Tool[] = [...called].filter(name => !known.has(name)).map(name => ({ name }))
  return added.length === 0 ? agent : { ...agent, tools: [...tools, ...added] }
}

/** An event as a loop appends it: tools under their declared names, each answer a response of its own. */
function declared(event: EventInput & { seq?: number }, { names }: Compiled, response: string): EventInput {
  const { seq: _, parts = [], ...fields } = event
  return {
    ...fields,
    ...(event.response && { response }),
    parts: parts.map(part =>
      part.kind === 'tool-call' ? { ...part, name: names.toDeclared(part.name) } : part,
    ),
  }
}
