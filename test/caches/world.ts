import {
  type Agent,
  agent,
  type Compiled,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
  type Plan,
  type Session,
  tool,
} from 'ctxc'
import { type CacheHandler, type CacheInput, resolveWants } from 'ctxc/effects'
import { fakeProvider } from 'ctxc/testing'

/** A moment in 2026. */
export const start = 1_795_000_000_000

export const minute = 60_000

/** More than 4,096 tokens, by any count. */
export const rules = 'Answer in full sentences, and name the sources that you have read. '.repeat(900)

export const helper: Agent = agent({
  name: 'helper',
  model: 'gemini-3.5-flash',
  identity: false,
  staticInstruction: rules,
  tools: [
    tool({
      name: 'look',
      description: 'Looks something up.',
      parameters: { type: 'object', properties: {} },
      execute: () => 'seen',
    }),
  ],
})

/** Caches as a provider keeps them, by name: the parameters with which they were made. */
export interface Kept {
  readonly model: string
  readonly config: Omit<CacheInput, 'model' | 'ttl'>
}

/** Provider that keeps caches, and a handler that makes them. */
export function provider(now: () => number, options: Partial<CacheHandler> = {}) {
  const kept = new Map<string, Kept>()
  const handler: CacheHandler = {
    id: 'caches',
    ttl: 600,
    reads: 100,
    run: async ({ model, ttl, ...config }) => {
      const name = `cachedContents/${kept.size + 1}`
      kept.set(name, { model, config })
      return { name, expires: now() + ttl * 1000, tokens: 20_000 }
    },
    delete: async name => void kept.delete(name),
    ...options,
  }
  return { kept, handler }
}

/** Returns what the fake provider finds wrong in a request, with what its cache holds. */
export const faults = (request: unknown, kept: ReadonlyMap<string, Kept>): readonly string[] =>
  fakeProvider('gemini', { caches: Object.fromEntries(kept) })
    .violations(request)
    .map(({ rule, message }) => `${rule} ${message}`)

/** Returns a request with what its cache holds in its place, as the model reads it. */
export function resolved(request: unknown, kept: ReadonlyMap<string, Kept>): unknown {
  const {
    config = {},
    contents,
    ...rest
  } = request as {
    readonly config?: Readonly<Record<string, unknown>>
    readonly contents: readonly unknown[]
  }
  const { cachedContent, ...others } = config
  if (typeof cachedContent !== 'string') return request
  const { contents: first, ...held } = (kept.get(cachedContent) as Kept).config
  return { ...rest, contents: [...first, ...contents], config: { ...held, ...others } }
}

/** A conversation that is compiled turn by turn, with what its compiles want for later. */
export class Talk {
  session: Session = createSession()
  plan: Plan | null = null
  now = start
  private readonly program: () => Agent
  private readonly options: () => CompileOptions

  constructor(options: CompileOptions | (() => CompileOptions), program: Agent | (() => Agent) = helper) {
    this.options = typeof options === 'function' ? options : () => options
    this.program = typeof program === 'function' ? program : () => program
  }

  /** Appends words of the user, compiles, appends an answer and the outcomes of what was wanted. */
  async turn(
    said = 'And now?',
    answer: readonly EventInput[] = [{ author: 'helper', text: 'It rains.' }],
  ): Promise<Compiled> {
    const options = this.options()
    this.session = this.session.append({ author: 'user', text: said })
    const result = await compile(this.program(), this.session, { now: this.now, plan: this.plan, ...options })
    this.plan = result.plan
    const { effects } = options
    const outcomes = await resolveWants(result, effects === undefined ? {} : { effects })
    this.session = this.session.append(...result.events, ...answer, ...outcomes)
    this.now += minute
    return result
  }
}

export const nameOf = ({ request }: Compiled): unknown =>
  (request as { readonly config?: { readonly cachedContent?: unknown } } | null)?.config?.cachedContent
