import {
  answerOf,
  createCompiler,
  createSession,
  type EventInput,
  type Part,
  restoreSession,
  type Session,
} from 'ctxc'
import { type CompactHandler, resolveWants } from 'ctxc/effects'
import { claudePrompt } from '../ai-sdk.ts'
import { type Draw, drawFrom } from '../draw.ts'
import type { Item, Vendor } from '../vendor.ts'
import { bodyOf, type Place, places, providerOf, providers } from './places.ts'
import type { Texts } from './texts.ts'

/** Figures of many conversations. */
export interface Figures {
  compiles: number
  judged: number
  dead: number
  /** Compactions that providers made. */
  compacted: number
  crashes: number
}

/** Beginning of a reasoning item in a request. */
const sealed = /"type":"(thinking|reasoning)"/g

const compact: CompactHandler = {
  id: 'vendor',
  run: async ({ target, body }) => {
    const { status, body: answer } =
      target === 'openai' ? providers.gpt.compact(body) : providers.claude.answer(body)
    if (status !== 200) throw new Error(JSON.stringify(answer))
    return answer
  },
}

const instructions = ['Answer in short sentences.', 'Answer in long sentences.']

/** State of an app: its conversation, and its options. */
interface App {
  readonly draw: Draw
  readonly texts: Texts
  readonly budget: number | null
  readonly effects: { readonly compact?: CompactHandler }
  readonly figures: Figures
  /** Whether crashes lose plans. Only a plan knows earlier models and declarations, so they do not change then. */
  readonly losesPlans: boolean
  /** Whether nearly each answer has a call, so that a turn has many steps. */
  readonly isLong: boolean
  place: Place
  instruction: string
  tools: number
  log: Session
  plan: unknown
  /** Plan of the request before the last one, as a process that crashed finds it. */
  stale: unknown
  compilers: Map<string, ReturnType<typeof createCompiler>>
  readonly due: EventInput[][]
}

/** Has a conversation in which everything is drawn; returns the faults of its requests. */
export async function converseInSession(
  seed: number,
  textsOf: (draw: Draw) => Texts,
  figures: Figures,
): Promise<string[]> {
  const draw = drawFrom(seed)
  const app: App = {
    ...{ draw, texts: textsOf(draw), figures, plan: null, stale: null, tools: 1, due: [] },
    losesPlans: draw.oneIn(2),
    isLong: draw.oneIn(4),
    budget: draw.oneIn(3) ? null : draw.pick([700, 1_000, 1_500, 2_500]),
    effects: draw.oneIn(4) ? {} : { compact },
    place: draw.pick(draw.oneIn(2) ? places.claude : places.gpt),
    instruction: instructions[0] as string,
    log: createSession().append({ author: 'user', text: 'The first question.' }),
    compilers: new Map(),
  }
  const faults: string[] = []
  for (
    let step = 0, steps = (app.isLong ? 14 : 4) + draw.upTo(10);
    step < steps && faults.length === 0;
    step++
  ) {
    change(app)
    const fault = await answerOnce(app, step)
    if (fault === 'end') break
    if (fault !== null)
      faults.push(`seed ${seed}, step ${step}, ${app.place.target} ${app.place.model}: ${fault}`)
  }
  return faults
}

/** Draws what changes between two answers. */
function change(app: App): void {
  const { draw } = app
  if (!app.losesPlans) changeDeclarations(app)
  if (draw.oneIn(16) && app.log.length > 3)
    app.log = app.log.append(
      { author: 'developer', actions: { rewind: { to: draw.upTo(app.log.length - 2) + 1 } } },
      { author: 'user', text: 'Again.' },
    )
  if (draw.oneIn(12))
    app.log = app.log.append({ author: 'developer', text: 'The user prefers metric units.' })
  if (draw.oneIn(2)) for (const events of app.due.splice(0)) app.log = app.log.append(...events)
  if (draw.oneIn(8)) crash(app)
}

/** Draws another place, instruction or list of tools. */
function changeDeclarations(app: App): void {
  const { draw, place } = app
  if (draw.oneIn(6)) {
    const own = place.target === 'openai' ? places.gpt : places.claude
    const all = [...places.claude, ...places.gpt, ...places.others]
    app.place = draw.pick(draw.oneIn(3) ? all : own)
  }
  if (draw.oneIn(20)) app.instruction = draw.pick(instructions)
  if (draw.oneIn(20)) app.tools = draw.upTo(1) + 1
}

/** Stores everything and reads it again, as a new process does. The plan may be lost, or be older than the session. */
function crash(app: App): void {
  const { draw, figures } = app
  figures.crashes++
  app.log = restoreSession(JSON.parse(JSON.stringify(app.log)))
  const lost = draw.oneIn(2) ? null : app.stale
  app.plan = JSON.parse(JSON.stringify(app.losesPlans && draw.oneIn(2) ? lost : app.plan))
  app.compilers = new Map()
}

/** Returns the compiler of a process for the place that answers. */
function compilerOf(app: App): ReturnType<typeof createCompiler> {
  const { place, instruction, tools, budget, effects } = app
  const key = JSON.stringify([place.target, place.model, instruction, tools])
  const known = app.compilers.get(key)
  if (known !== undefined) return known
  const declared = ['look', 'find'].slice(0, tools).map(name => ({ name, parameters: { type: 'object' } }))
  const agent = { name: 'agent', model: place.model, instruction, tools: declared } as never
  const options = { model: place.model, target: place.target, effects, ...(budget && { budget }) }
  const made = createCompiler(agent, options as never) as ReturnType<typeof createCompiler>
  app.compilers.set(key, made)
  return made
}

/** Compiles, has the provider answer, and appends what follows; returns a fault, or 'end' if nothing fits. */
async function answerOnce(app: App, step: number): Promise<string | 'end' | null> {
  const { draw, place, figures } = app
  const result = await compilerOf(app).compile(app.log, { plan: app.plan as never })
  figures.compiles++
  if (result.request === null)
    return app.budget === null ? `no request, ${result.diagnostics[0]?.message}` : 'end'
  app.stale = app.plan
  app.plan = result.plan
  if (place.vendor === null) {
    const text = JSON.stringify(result.request)
    if (/"(signature|encrypted_content)"/.test(text)) return 'reasoning of another vendor is sent'
    app.log = app.log.append(
      { author: 'agent', text: app.texts.answered(draw) },
      { author: 'user', text: app.texts.asked(draw) },
    )
    return null
  }
  const body = bodyOf(place, result.request)
  const asked = questionOf(app.log)
  // A recorded text may be cut within a character, which no request can hold.
  if (!JSON.stringify(body).includes(JSON.stringify(asked.toWellFormed()).slice(1, -1)))
    return `the question is lost: ${asked}`
  const { content, calls } = scriptOf(app, place.vendor, step)
  const { status, body: answer } = providerOf(place.vendor).answer(body, content)
  const dead = status === 200 ? ((answer.input_transformations ?? []) as readonly object[]) : [answer]
  figures.judged += (JSON.stringify(body).match(sealed) ?? []).length
  figures.dead += dead.length
  if (dead.length > 0) return JSON.stringify(dead[0])
  // A process that ends after each append: the events of the compile, the answer, its results.
  app.log = app.log.append(...result.events)
  if (draw.oneIn(24)) return lose(app)
  // Compactions that come while the answer is under way.
  const come = draw.oneIn(3) ? app.due.splice(0) : []
  for (const made of come) app.log = app.log.append(...made)
  app.log = app.log.append(...answerOf(result as never, responseOf(place, answer) as never))
  if (draw.oneIn(24)) crash(app)
  const events = await resolveWants(result as never, { effects: app.effects })
  figures.compacted += events.filter(({ parts }) => parts !== undefined).length
  if (events.length > 0 && !draw.oneIn(6)) app.due.push(events as EventInput[])
  if (draw.oneIn(3)) for (const made of app.due.splice(0)) app.log = app.log.append(...made)
  if (calls.length > 0) {
    app.log = app.log.append(...calls.map(id => resultOf(id, app.texts.asked(draw))))
    if (draw.oneIn(24)) crash(app)
  }
  if (calls.length === 0 || draw.oneIn(6))
    app.log = app.log.append({ author: 'user', text: app.texts.asked(draw) })
  if (come.length > 0 && draw.oneIn(2)) crash(app)
  return null
}

/** Returns the text of the newest message of the user. */
const questionOf = ({ events }: Session): string => {
  const [part] = events.findLast(({ author }) => author === 'user')?.parts ?? []
  return part?.kind === 'text' ? part.text : ''
}

/** Returns an answer, which nearly always has a call in a conversation of long turns. */
function scriptOf({ draw, isLong }: App, vendor: Vendor, step: number): ReturnType<Vendor['script']> {
  const needsCall = isLong && !draw.oneIn(12)
  let drawn = vendor.script(draw, step)
  while (needsCall && drawn.calls.length === 0) drawn = vendor.script(draw, step)
  return drawn
}

/** Ends a process whose answer is lost. */
function lose(app: App): null {
  crash(app)
  return null
}

/** Returns an answer in the form of the target. */
const responseOf = ({ target }: Place, answer: Item): unknown =>
  target === 'ai-sdk' ? claudePrompt([{ role: 'assistant', content: answer.content }]) : answer

const resultOf = (id: string, text: string): EventInput => {
  const part: Part = { kind: 'tool-result', id, content: [{ kind: 'text', text }] }
  return { author: 'tool', parts: [part] }
}
