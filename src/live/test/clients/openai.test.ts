import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { expect, test } from 'vitest'
import { openaiRealtime, serveLive } from '../../../testing/live/index.ts'
import { certificate } from './certificate.ts'

const tls = certificate()

test.skipIf(tls === undefined)(
  'the official client of OpenAI Realtime talks to the fake over TLS',
  async () => {
    const server = await serveLive(openaiRealtime, { tls: tls! })
    const client = new OpenAI({ apiKey: 'x', baseURL: `https://127.0.0.1:${server.port}/v1` })
    const realtime = new OpenAIRealtimeWS({ model: 'gpt-realtime', options: { ca: tls!.cert } }, client)
    const received: { type: string }[] = []
    const errors: unknown[] = []
    let check = () => {}
    realtime.on('event', event => {
      received.push(event)
      check()
    })
    realtime.on('error', error => errors.push(error.error))
    const message = (type: string) =>
      new Promise<void>(resolve => {
        check = () => received.some(event => event.type === type) && resolve()
        check()
      })

    await message('session.created')
    const [fake] = server.connections
    expect(fake!.path).toBe('/v1/realtime?model=gpt-realtime')
    realtime.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be kind' } })
    await message('session.updated')
    const content = [{ type: 'input_text' as const, text: 'Phase: book' }]
    realtime.send({
      type: 'conversation.item.create',
      item: { id: 'p1', type: 'message', role: 'system', content },
    })
    await message('conversation.item.done')
    realtime.send({ type: 'response.create' })
    await message('response.created')
    realtime.send({ type: 'response.create', event_id: 'twice' })
    await message('error')
    fake!.act({ type: 'say', text: 'Hello' })
    fake!.act({ type: 'turn-complete' })
    await message('response.done')
    expect(errors).toMatchObject([{ code: 'conversation_already_has_active_response', event_id: 'twice' }])
    expect(fake!.view()).toMatchObject({
      instruction: 'Be kind',
      answering: false,
      context: [
        { role: 'system', text: 'Phase: book', id: 'p1' },
        { role: 'assistant', text: 'Hello' },
      ],
    })
    realtime.close()
    await server.close()
  },
)
