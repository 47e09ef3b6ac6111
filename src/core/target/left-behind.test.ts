import { expect, test } from 'vitest'
import { fromAISDK, fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../from.ts'
import type { Compiled } from '../../index.ts'
import { compile } from '../compile/compile.ts'

const said = ({ diagnostics }: Compiled, code: string) =>
  diagnostics.filter(item => item.code === code).map(({ data, at }) => [data.why ?? data.fields, at])

const edits = ({ ledger }: Compiled) => ledger.rows.flatMap(row => row.edits)

test("a speaker's name is reported only if another provider has a place for it", async () => {
  const ann = fromOpenAI([{ role: 'user', name: 'ann', content: 'Hi.' }])
  const away = await compile(ann, { target: 'anthropic', model: 'claude-sonnet-5' })
  expect(said(away, 'CX7019')).toEqual([[['name'], ['e:0.0']]])
  expect(edits(away)).toEqual(['fields-omitted'])
  const home = await compile(ann, { target: 'openai-chat', model: 'gpt-4.1' })
  expect(said(home, 'CX7019')).toEqual([])
  expect(home.request?.messages[0]).toMatchObject({ name: 'ann' })
})

test('ids of stored items and cache marks are not reported', async () => {
  const stored = fromOpenAIResponses([
    { role: 'user', content: 'Hi.' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hello.' }],
    },
    { role: 'user', content: 'Bye.' },
  ])
  expect(edits(await compile(stored, { target: 'anthropic', model: 'claude-sonnet-5' }))).toEqual([])
  const marked = fromAnthropic([
    { role: 'user', content: [{ type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral' } }] },
  ])
  expect(edits(await compile(marked, { target: 'openai', model: 'gpt-5.4' }))).toEqual([])
})

test('a signature on text or a call of Gemini is reported on other targets', async () => {
  const signed = fromGemini(
    [
      { role: 'user', parts: [{ text: 'Hi.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} }, thoughtSignature: 'U2VhbGVk' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: 'x' } } }] },
    ],
    { model: 'gemini-3.8-flash' },
  )
  const away = await compile(signed, { target: 'openai', model: 'gpt-5.4' })
  expect(said(away, 'CX7007')).toEqual([['other provider', ['e:1.0']]])
  expect(edits(away)).toContain('fields-omitted')
})

test("a signature on a user's text is reported", async () => {
  const signed = fromGemini([{ role: 'user', parts: [{ text: 'Hi.', thoughtSignature: 'U2VhbGVk' }] }])
  const home = await compile(signed, { target: 'gemini', model: 'gemini-3.8-flash' })
  expect(said(home, 'CX7007')).toEqual([['no form to replay', ['e:0.0']]])
  expect(edits(home)).toEqual(['fields-omitted'])
})

test("the name of a document is reported if the target's documents have none", async () => {
  const named = fromAnthropic([
    {
      role: 'user',
      content: [
        {
          type: 'document',
          title: 'Rules',
          source: { type: 'text', media_type: 'text/plain', data: 'Be kind.' },
        },
      ],
    },
  ])
  const away = await compile(named, { target: 'openai', model: 'gpt-5.4' })
  expect(said(away, 'CX7019')).toEqual([[['name of a file'], ['e:0.0']]])
  expect(edits(await compile(named, { target: 'anthropic', model: 'claude-sonnet-5' }))).toEqual([])
})

test('reasoning that occurs twice under one id is reported where it is dropped', async () => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVk' }
  const answer = { role: 'assistant', content: 'Yes.' }
  const user = { role: 'user', content: 'Hi.' }
  const twice = fromOpenAIResponses([user, item, answer, user, item, answer, user], { model: 'gpt-5.4' })
  const result = await compile(twice, { target: 'openai', model: 'gpt-5.4' })
  expect(said(result, 'CX7007')).toEqual([['its id was there before', ['e:4.0']]])
  const options = { providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'c2VhbGVk' } } }
  const content = [
    { type: 'reasoning', text: 'Hm.', ...options },
    { type: 'text', text: 'Yes.' },
  ]
  const sdk = fromAISDK([user, { role: 'assistant', content }, user, { role: 'assistant', content }, user], {
    model: 'gpt-5.4',
  })
  const carried = await compile(sdk, { target: 'ai-sdk', model: 'gpt-5.4' })
  expect(said(carried, 'CX7007')).toEqual([['its id was there before', ['e:3.0']]])
})

test('a call without its result, or a result without its call, is reported at its place', async () => {
  const result = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
  const lone = fromAnthropic({
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
    messages: [
      { role: 'user', content: 'Hi.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Look.' }, result] },
      { role: 'user', content: 'Bye.' },
    ],
  })
  const sent = await compile(lone, { target: 'anthropic', model: 'claude-sonnet-5' })
  expect(said(sent, 'CX7008')[0]?.[1]).toEqual(['e:1.1'])
})

test('the detail of an image is reported only where it is not sent', async () => {
  const url = 'data:image/png;base64,iVBORw0KGgo='
  const responses = (detail: string) =>
    fromOpenAIResponses([{ role: 'user', content: [{ type: 'input_image', image_url: url, detail }] }])
  const chat = fromOpenAI([
    { role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'low' } }] },
  ])
  const lost = async (...given: Parameters<typeof compile>) =>
    (await compile(...given)).diagnostics.flatMap(({ code, data }) =>
      code === 'CX7019' ? [data.fields] : [],
    )
  const toChat = { target: 'openai-chat', model: 'gpt-5.4' } as const
  expect(await lost(responses('high'), toChat)).toEqual([])
  expect(await lost(chat, { target: 'openai', model: 'gpt-5.4' })).toEqual([])
  expect(await lost(responses('original'), toChat)).toEqual([['detail']])
  expect(await lost(chat, { target: 'anthropic', model: 'claude-sonnet-5' })).toEqual([['detail']])
})
