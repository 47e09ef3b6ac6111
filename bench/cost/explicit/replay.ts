import type { Compiled, EventInput, Plan, Session } from 'ctxc'
import type { CacheHandler } from 'ctxc/effects'
import { built } from '../../library/built.ts'
import type { Paced } from './sessions.ts'

/** Costs of a conversation in USD, by the way in which its prefixes are cached. */
export interface Costs {
  readonly calls: number
  readonly none: number
  readonly implicit: number
  readonly explicit: number
  /** Caches that were made, and what they and their storage cost. */
  readonly made: number
  readonly spent: number
}

/** Prices of the model in USD per million tokens, and its life of a cache. */
export const model = { id: 'gemini-3.5-flash', input: 1.5, read: 0.15, storage: 1, ttl: 1_800 } as const

/** Replays a conversation call by call; `hits` is the share of a shared beginning that implicit caching reads. */
export async function costsOf({ messages, tools, pause }: Paced, hits: number): Promise<Costs> {
  const ctxc = await built('index')
  const { fromOpenAI } = await built('from/openai')
  const program = fromOpenAI({ messages, ...(tools && { tools }) })
  const { events } = program.session as { events: readonly EventInput[] }
  let now = 1_795_000_000_000
  let made = 0
  let spent = 0
  const cache: CacheHandler = {
    id: 'bench',
    ttl: model.ttl,
    implicit: hits,
    run: async ({ ttl }) => ({ name: `cachedContents/${++made}`, expires: now + ttl * 1000 }),
  }
  const effects = { cache }
  const compiler = ctxc.createCompiler(program, { target: 'gemini', model: model.id, effects })
  let session: Session = ctxc.createSession()
  let plan: Plan | null = null
  let before: Compiled | null = null
  const costs = { calls: 0, none: 0, implicit: 0, explicit: 0 }
  for (const [at, { seq: _, ...event }] of (events as readonly (EventInput & { seq?: number })[]).entries()) {
    const isCall =
      at > 0 && event.author !== 'user' && event.author !== 'tool' && event.author !== 'developer'
    if (isCall) {
      const result: Compiled = await compiler.compile(session, { plan, now })
      if (result.ok) {
        const { input } = result.tokens
        const shared = before === null ? 0 : result.cache.against(before).read
        const held = result.cached?.outcome.prefix?.tokens ?? 0
        const price = (read: number) => (read * model.read + (input - read) * model.input) / 1e6
        costs.calls++
        costs.none += price(0)
        costs.implicit += price(hits * shared)
        costs.explicit += price(held + hits * Math.max(0, shared - held))
        plan = result.plan
        before = result
        const outcomes: readonly EventInput[] = await ctxc.resolveWants(result, { effects })
        for (const { actions } of outcomes)
          spent +=
            ((actions?.effect?.prefix?.tokens ?? 0) * (model.input + (model.storage * model.ttl) / 3600)) /
            1e6
        session = session.append(...result.events, ...outcomes)
      }
      now += pause * 1000
    }
    session = session.append(event)
  }
  return { ...costs, explicit: costs.explicit + spent, made, spent }
}
