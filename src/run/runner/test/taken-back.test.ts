// Answers that are in progress when a rewind or an edit removes their message.
import { describe, expect, test, vi } from 'vitest'
import { agent, tool } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { key, serving, user } from '../../chat/test/page.ts'
import type { ModelClient } from '../../models/model-client.ts'
import { inMemoryStore } from '../../store/index.ts'

const model = 'gpt-5.4'

describe('a call of a model for what is taken back', () => {
  /** A model that begins an answer, and ends it when the test releases it. */
  const slow = (answer: (request: string) => string | null) => {
    const calls: { readonly request: string; readonly signal: AbortSignal }[] = []
    const client = {
      target: 'openai-chat',
      async *stream(given: object, { signal }: { signal: AbortSignal }) {
        const request = JSON.stringify(given)
        calls.push({ request, signal })
        const text = answer(request)
        if (text !== null) {
          yield { type: 'text', text }
          yield { type: 'response', response: response(text) }
          return
        }
        yield { type: 'text', text: 'Old words' }
        await new Promise(() => {})
      },
    }
    return { calls, client: client as unknown as ModelClient }
  }
  const response = (content: string) => ({
    choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }],
  })
  const begun = (calls: readonly unknown[], count: number) =>
    vi.waitFor(() => expect(calls).toHaveLength(count))

  test('is stopped by an edit, and its words are void', async () => {
    const { calls, client } = slow(request => (request.includes('Old') ? null : 'Fine.'))
    const runner = createRunner({
      ...{ program: agent({ name: 'bot', model }), store: inMemoryStore(), models: () => client },
    })
    runner.run(key, { message: 'Old', messageId: 'm1' })
    await begun(calls, 1)
    const edit = runner.run(key, { message: 'New', messageId: 'm1', rewindTo: 0, from: 0 })
    const seen: string[] = []
    for await (const event of edit) seen.push(event.type === 'delta' ? event.text : event.type)
    expect((await edit.outcome).text).toBe('Fine.')
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    const texts = seen.filter(each => each !== 'event')
    expect(texts.slice(texts.lastIndexOf('retracted'))).toEqual(['retracted', 'Fine.'])
  })

  test('leaves no answer in the same run', async () => {
    const look = tool({ name: 'look', execute: () => 'It rains.' })
    let isAsked = false
    const { calls, client } = slow(request => (request.includes('It rains.') ? null : 'Fine.'))
    const first = scriptedModel([{ calls: [{ name: 'look' }] }])
    const models = (): ModelClient => {
      const own = isAsked ? client : first
      isAsked = true
      return own
    }
    const store = inMemoryStore()
    const runner = createRunner({
      ...{ program: agent({ name: 'bot', model, tools: [look] }), store, models },
    })
    const stream = runner.run(key, { message: 'Weather?' })
    await begun(calls, 1)
    await runner.rewind(key, 1)
    expect((await stream.outcome).text).toBe('Fine.')
    expect(calls[0]?.signal.aborted).toBe(true)
    expect(calls[1]?.request).not.toContain('It rains.')
  })

  test('shows nothing on the page of an edit', async () => {
    const { calls, client } = slow(request => (request.includes('Old') ? null : 'Fine.'))
    const { post } = serving([], { models: () => client })
    await post({ messages: [user('m1', 'Old')] })
    await begun(calls, 1)
    await new Promise(resolve => setTimeout(resolve, 5))
    const page = await (await post({ messages: [user('m1', 'New')], messageId: 'm1' })).text()
    expect(page).toContain('Fine.')
    expect(page).not.toContain('Old words')
  })
})
