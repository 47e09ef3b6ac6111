import { expect, expectTypeOf, test } from 'vitest'
import { fromOpenAI } from '../../../from.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { createSession } from '../../session/create.ts'
import type { TextRequest } from '../../target/text/request.ts'
import type { AnthropicRequest } from '../../vendor/anthropic/write/request.ts'
import type { ChatRequest } from '../../vendor/openai/write/chat/request.ts'
import type { ResponsesRequest } from '../../vendor/openai/write/responses/request.ts'
import type { Requests } from '../../vendor/registry.ts'
import { compile } from '../compile.ts'
import { createCompiler } from '../compiler.ts'
import type { CompileOptions } from './options.ts'
import type { Compiled } from './result.ts'

const messages = [{ role: 'user', content: 'Hello' }]
type Any = Requests[TargetName]

test('a request is typed by target, else by model, else by format, never more narrowly than known', async () => {
  const chat = fromOpenAI(messages)
  const { agent, session } = chat
  expectTypeOf(await compile(chat)).toEqualTypeOf<Compiled<ChatRequest>>()
  expectTypeOf(await compile(chat, {})).toEqualTypeOf<Compiled<ChatRequest>>()
  expectTypeOf(await compile(chat, { target: undefined })).toEqualTypeOf<Compiled<ChatRequest>>()
  expectTypeOf(await compile(chat, { budget: 1000 })).toEqualTypeOf<Compiled<ChatRequest>>()
  expectTypeOf(await compile(chat, { model: 'claude-sonnet-5' })).toEqualTypeOf<Compiled<AnthropicRequest>>()
  expectTypeOf(await compile(chat, { model: 'gpt-5.4', target: 'text' })).toEqualTypeOf<
    Compiled<TextRequest>
  >()
  expectTypeOf(await compile({ agent, session }, { model: 'gpt-5.4' })).toEqualTypeOf<
    Compiled<ResponsesRequest>
  >()
  const some: CompileOptions = { model: 'claude-sonnet-5' }
  expectTypeOf(await compile(chat, some)).toEqualTypeOf<Compiled<Any>>()
  const model: string = 'claude-sonnet-5'
  expectTypeOf(await compile(chat, { model })).toEqualTypeOf<Compiled<Any>>()
  expectTypeOf(await compile({ agent, session })).toEqualTypeOf<Compiled<Any>>()
})

test('the type of a request accounts for model ids of gateways and clouds, in any case (N14)', async () => {
  const chat = fromOpenAI(messages)
  const claude = await compile(chat, { model: 'gateway/anthropic/claude-sonnet-4.5' })
  expectTypeOf(claude).toEqualTypeOf<Compiled<AnthropicRequest>>()
  expect(claude.target).toBe('anthropic')
  const bedrock = await compile(chat, { model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' })
  expectTypeOf(bedrock).toEqualTypeOf<Compiled<AnthropicRequest>>()
  expect(bedrock.target).toBe('anthropic')
  const upper = await compile(chat, { model: 'GPT-5.4' })
  expectTypeOf(upper).toEqualTypeOf<Compiled<ChatRequest>>()
  expect(upper.target).toBe('openai-chat')
  const open = await compile(chat, { model: 'openai/gpt-oss-120b' })
  expectTypeOf(open).toEqualTypeOf<Compiled<Any>>()
  expect(open.target).toBeNull()
})

test('a missing window and budget, another vendor, and an empty history are warnings (N14)', async () => {
  const codes = async (result: Promise<Pick<Compiled, 'diagnostics' | 'tokens'>>) => {
    const { diagnostics, tokens } = await result
    return [tokens.limit, ...diagnostics.filter(({ level }) => level === 'warn').map(({ code }) => code)]
  }
  expect(await codes(compile(fromOpenAI(messages), { model: 'house-model', target: 'openai-chat' }))).toEqual(
    [null, 'CX4002'],
  )
  expect(
    await codes(compile(fromOpenAI(messages), { model: 'gpt-5.4', target: 'anthropic', budget: 9_000 })),
  ).toEqual([9_000, 'CX7025'])
  expect(await codes(compile(fromOpenAI([]), { model: 'gpt-5.4', budget: 9_000 }))).toEqual([9_000, 'CX7026'])
  const { diagnostics } = await compile(fromOpenAI(messages), { model: 'gtp-5.4' })
  expect(diagnostics[0]).toMatchObject({ code: 'CX7001', data: { near: 'gpt-5.4' } })
})

test("a model under a deployment's name is reported as unknown, and without a limit (W5)", async () => {
  const { diagnostics } = await compile(fromOpenAI(messages), {
    target: 'ai-sdk',
    model: 'azure.responses/my-deployment',
  })
  const found = diagnostics.filter(({ code }) => code === 'CX4002' || code === 'CX7003')
  expect(found.map(({ data }) => data.model)).toEqual([
    'azure.responses/my-deployment',
    'azure.responses/my-deployment',
  ])
})

test('calls of a compiler are typed by their own options', async () => {
  const session = createSession({ events: [{ author: 'user', text: 'Hello' }] })
  const compiler = createCompiler({ agent: { name: 'a' } }, { model: 'gpt-5.4' })
  let plan = null
  for (const budget of [1000, 2000]) {
    const result = await compiler.compile(session, { plan, budget })
    expectTypeOf(result).toEqualTypeOf<Compiled<ResponsesRequest>>()
    expect(result.tokens.limit).toBe(budget)
    plan = result.plan
  }
  // The request would not match its type.
  // @ts-expect-error
  await expect(compiler.compile(session, { target: 'text' })).rejects.toThrow('createCompiler')
  const other: CompileOptions = { model: 'claude-sonnet-5' }
  // @ts-expect-error
  await expect(compiler.compile(session, other)).rejects.toThrow('createCompiler')
})

test('a model read from a request is compiled to the format of that request', async () => {
  for (const model of ['anthropic/claude-sonnet-5', 'deepseek-chat', 'gpt-5.4']) {
    const result = await compile(fromOpenAI({ model, messages }))
    expect(result.target).toBe('openai-chat')
    expect(result.request).toMatchObject({ model, messages })
  }
  // The option `model` selects the format of the model's vendor.
  const moved = await compile(fromOpenAI({ model: 'gpt-5.4', messages }), { model: 'claude-sonnet-5' })
  expect(moved.target).toBe('anthropic')
})
