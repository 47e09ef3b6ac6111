import {
  agent,
  answerOf,
  C,
  type Compiled,
  createCompiler,
  createSession,
  type EventInput,
  type Session,
} from 'ctxc'
import { describe, expect, test } from 'vitest'
import { bindingProvider } from '../../../src/testing/fake/binding/index.ts'
import { drawFrom } from '../../laws/alive/draw.ts'
import { claude, gpt } from '../../laws/alive/vendor.ts'
import { betas } from './talk.ts'

const set = (mood: string): EventInput => ({ author: 'developer', actions: { state: { set: { mood } } } })
const ask: EventInput = { author: 'user', text: 'And then?' }

/** Conversation with a context block and a provider that signs its reasoning. */
function begin(model: string) {
  const isClaude = model.startsWith('claude')
  const provider = bindingProvider(isClaude ? 'anthropic' : 'openai', { model, betas })
  const bot = agent({ name: 'bot', model, context: [C.all(), C.state('mood')] })
  const compiler = createCompiler(bot, { model })
  const draw = drawFrom(3)
  let session: Session = createSession({ events: [set('one'), ask] })
  let result: Compiled | null = null
  return {
    append: (...events: EventInput[]) => {
      session = session.append(...events)
      return session.length
    },
    /** Compiles and has the provider answer; the reasoning that the provider refuses. */
    async turn() {
      result = await compiler.compile(session, { plan: result?.plan ?? null })
      expect(result.ok).toBe(true)
      const { status, body } = provider.answer(
        result.request as object,
        (isClaude ? claude : gpt).script(draw, 0).content,
      )
      expect([status, body.input_transformations ?? []]).toEqual([200, []])
      session = session.append(...result.events, ...answerOf(result, body as never))
      return result
    },
  }
}

describe.each(['claude-opus-5-5', 'gpt-6.2-sol'])('context blocks of %s', model => {
  test('are sent legally and without dead reasoning if the last unit is an answer', async () => {
    const { turn, append } = begin(model)
    await turn()
    append(set('two'))
    const { request } = await turn()
    expect(JSON.stringify(request)).toContain('mood: two')
    append(ask)
    await turn()
    append(ask)
    const { reasoning } = await turn()
    expect(reasoning.losses).toEqual([])
  })

  test('name the rewind as the only reason of what is lost after it', async () => {
    const { turn, append } = begin(model)
    await turn()
    append(set('two'), ask)
    await turn()
    const to = append(set('three'), ask) - 2
    await turn()
    append({ author: 'developer', actions: { rewind: { to } } }, ask)
    const { reasoning } = await turn()
    expect(reasoning.losses.map(({ reason }) => reason)).toEqual(['rewind'])
    append(ask)
    expect((await turn()).reasoning.losses).toEqual([])
  })
})
