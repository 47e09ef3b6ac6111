// A store that fails before or after its n-th append, for every n: what was acknowledged is kept, and the run ends the same.
import { describe, expect, test } from 'vitest'
import { agentTool } from '../../src/agent/agent-tool.ts'
import { agent } from '../../src/agent/declare.ts'
import { tool } from '../../src/agent/tool.ts'
import { fallback, loop, type Member, mapOver, parallel, pipeline, route, S, tap } from '../../src/index.ts'
import { createRunner, type RunEvent } from '../../src/run/index.ts'
import { memoryStore, type Store } from '../../src/store/index.ts'
import { type ScriptedAnswer, scriptedModel } from '../../src/testing/index.ts'
import { difference } from './essence.ts'

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const model = 'gpt-5.4'

class Crash extends Error {}

/** Failure of a store at one append: before anything was written, or after. */
interface Fault {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** A store over another one that dies at one append, and stays dead. */
function failing(store: Store, { at, when }: Fault): Store & { readonly appends: number } {
  let appends = 0
  let isDead = false
  const alive = (): void => {
    if (isDead) throw new Crash('the process is dead')
  }
  return {
    ...proxied(store),
    get appends() {
      return appends
    },
    async read(...given) {
      alive()
      return store.read(...given)
    },
    async append(...given) {
      alive()
      const isLast = ++appends === at
      if (isLast) isDead = true
      if (isLast && when === 'before') throw new Crash('died before the append')
      const revision = await store.append(...given)
      if (isLast) throw new Crash('died after the append')
      return revision
    },
  }
}

const proxied = (store: Store): Store => ({
  read: (...given) => store.read(...given),
  append: (...given) => store.append(...given),
  list: (...given) => store.list(...given),
  due: (...given) => store.due(...given),
  scopes: (...given) => store.scopes(...given),
  fork: (...given) => store.fork(...given),
  delete: (...given) => store.delete(...given),
  deleteOwner: (...given) => store.deleteOwner(...given),
  close: () => store.close(),
})

/** Tools that count how often each call ran, over all crashes. */
function tools() {
  const runs = new Map<string, number>()
  const recorded = (name: string, onInterrupt?: 'retry' | 'report') =>
    tool({
      name,
      parameters: { type: 'object', properties: { of: { type: 'string' } } },
      ...(onInterrupt && { onInterrupt }),
      execute: async ({ of }, context) => {
        const { key: call, state } = context as {
          key: string
          state: { set(key: string, value: string): void }
        }
        runs.set(call, (runs.get(call) ?? 0) + 1)
        state.set(`made:${name}`.replace(':', '_'), String(of))
        await Promise.resolve()
        return `${name} of ${String(of)}`
      },
    })
  return { runs, look: recorded('look'), pay: recorded('pay', 'report') }
}

/** Answers by what the request says, so that a repeated call gets the same answer. */
const answers = (request: { readonly messages: readonly object[] }): ScriptedAnswer => {
  const text = JSON.stringify(request.messages)
  const last = JSON.stringify(request.messages.at(-1))
  if (text.includes('Use tools.') && !last.includes('"tool"'))
    return {
      text: 'Let me see.',
      calls: [
        { name: 'look', arguments: { of: 'a' } },
        { name: 'pay', arguments: { of: 'b' } },
        { name: 'look', arguments: { of: 'c' } },
      ],
    }
  if (text.includes('Delegate.') && !last.includes('"tool"'))
    return { calls: ['one', 'two'].map(request => ({ name: 'helper', arguments: { request } })) }
  if (text.includes('Route.') && !text.includes('Transferred'))
    return { calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'expert' } }] }
  if (text.includes('Classify.')) return 'booking'
  if (text.includes('Fail.')) return { error: 'overloaded' }
  if (text.includes('Judge')) return text.includes('second') ? 'fine' : 'a second try'
  return text.includes('a second try') ? 'second draft' : 'done'
}

const says = (name: string, instruction: string, more: object = {}) =>
  agent({ name, model, instruction, ...more })

const programs: Readonly<Record<string, (own: ReturnType<typeof tools>) => Member>> = {
  'an agent with tools': ({ look, pay }) =>
    says('helper', 'Use tools.', { tools: [look, pay], outputKey: 'out' }) as Member,
  'a pipeline of steps and taps': ({ look, pay }) =>
    pipeline(
      says('one', 'Use tools.', { tools: [look, pay], outputKey: 'first' }),
      S.rename({ first: 'input' }),
      tap(() => {}),
      says('two', 'Write from {input}.'),
    ) as Member,
  'a transfer': () =>
    says('router', 'Route.', { subAgents: [says('expert', 'Know.', { description: 'Knows.' })] }) as Member,
  'a loop': () =>
    loop(
      { until: ({ remarks }) => remarks === 'fine', max: 4 },
      says('writer', 'Write. {remarks?}', { outputKey: 'draft' }) as never,
      says('critic', 'Judge {draft}.', { outputKey: 'remarks' }) as never,
    ) as Member,
  'a route': () =>
    pipeline(
      says('classifier', 'Classify.', { outputKey: 'intent' }),
      route('intent').is('booking', says('booker', 'Book.')).otherwise(says('other', 'Help.')),
    ) as Member,
  'a fallback': () => fallback(says('weak', 'Fail.'), says('strong', 'Answer.')) as Member,
  'a parallel group': ({ look, pay }) =>
    pipeline(
      parallel(
        says('web', 'Use tools.', { tools: [look, pay], outputKey: 'pages' }),
        says('files', 'Search.', { outputKey: 'notes' }),
      ),
      says('writer', 'Write from {pages} and {notes}.'),
    ) as Member,
  'an agent as a tool': ({ look, pay }) =>
    says('boss', 'Delegate.', {
      tools: [
        agentTool(
          says('helper', 'Use tools.', { description: 'Helps.', tools: [look, pay], outputKey: 'out' }),
        ),
      ],
    }) as Member,
  'a mapOver': () =>
    pipeline(
      S.set({ list: ['x', 'y'] }),
      mapOver({ key: 'list', into: 'all' }, says('each', 'Do {item}.')),
      says('judge', 'Sum up {all}.'),
    ) as Member,
}

async function run(program: Member, store: Store, isFirst: boolean) {
  const client = scriptedModel(answers)
  const runner = createRunner({ program, store, models: () => client, now: () => 0, generateId: () => 'r1' })
  const seen: RunEvent[] = []
  const stream = isFirst ? runner.run(key, { message: 'Go' }) : runner.resume(key)
  try {
    for await (const event of stream) seen.push(event)
    return { seen, outcome: await stream.outcome }
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return { seen, outcome: null }
  } finally {
    await runner.stop()
  }
}

describe.each(Object.entries(programs))('%s', (_, make) => {
  test.each(['before', 'after'] as const)('ends the same after a crash %s any append', async when => {
    const whole = memoryStore()
    const calm = await run(make(tools()), whole, true)
    expect(calm.outcome?.status).toBe('done')
    const expected = (await whole.read(key))?.events ?? []
    let crashes = 0
    for (let at = 1; ; at++) {
      const store = memoryStore()
      const own = tools()
      const dying = failing(store, { at, when })
      const first = await run(make(own), dying, true)
      const afterCrash = (await store.read(key))?.events ?? []
      // Nothing that was reported is lost.
      for (const event of first.seen)
        if (event.type === 'event')
          expect(afterCrash[event.event.seq]?.parts).toEqual(JSON.parse(JSON.stringify(event.event.parts)))
      if (dying.appends < at) break
      crashes++
      const results = new Set(
        afterCrash.flatMap(({ parts }) => parts.map(part => (part.kind === 'tool-result' ? part.id : ''))),
      )
      const ran = new Map(own.runs)
      const second = await run(make(own), store, afterCrash.length === 0)
      expect(second.outcome?.status, `append ${at}`).toBe('done')
      const final = (await store.read(key))?.events ?? []
      expect(difference(expected, final, ['pay']), `append ${at}`).toBeNull()
      for (const [call, times] of own.runs) {
        const [seq = 0, part = 0] = (call.split('/').at(-1) ?? '').split('.').map(Number)
        const made = final[seq]?.parts[part]
        if (made?.kind !== 'tool-call') throw new Error(`no call at ${call}`)
        // A recorded call never runs again, and one that must be reported begins at most once.
        if (results.has(made.id)) expect(times).toBe(ran.get(call) ?? 0)
        if (made.name === 'pay') expect(times).toBe(1)
      }
    }
    expect(crashes).toBeGreaterThan(2)
  })
})
