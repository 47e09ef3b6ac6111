import type { BindingAnswer, BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { BindingCase } from '../cases.ts'

export type Message = { role: string; content: any; [key: string]: unknown }
export type Request = { messages: Message[]; [key: string]: any }

export const user = (content: unknown): Message => ({ role: 'user', content })
export const system = (content: unknown, rest: object = {}): Message => ({ role: 'system', content, ...rest })
export const tool = (name: string, rest: object = {}) => ({
  name,
  description: `Tool ${name}.`,
  input_schema: { type: 'object', properties: {} },
  ...rest,
})

export const start = (rest: object = {}): Request => ({
  model: 'claude-opus-5-5',
  max_tokens: 1000,
  system: 'Be brief.',
  tools: [tool('read'), tool('write')],
  messages: [user('Hi')],
  ...rest,
})

/** Returns a request with its answer and a new message. */
export const next = (
  provider: BindingProvider,
  request: Request,
  message: Message = user('Go on.'),
  script?: any,
): Request => {
  const { status, body } = provider.answer(request, script)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return {
    ...request,
    messages: [...request.messages, { role: 'assistant', content: body.content }, message],
  }
}

/** Returns a conversation of three answers: thinking is in messages 1, 3 and 5. */
export const grown = (provider: BindingProvider, request: Request = start()): Request =>
  next(provider, next(provider, next(provider, request)))

export const pathsOf = (provider: BindingProvider, request: unknown) =>
  provider.judge(request).dead.map(({ path, reason }) => `${path} ${reason.replace('_mismatch', '')}`)

export const dead = (...messages: number[]) => messages.map(i => `messages.${i}.content.0 prefix`)

/** Makes a case that edits a grown conversation. */
export const edit = (
  title: string,
  change: (request: Request) => unknown,
  verdict: readonly string[] = [],
  request: Request = start(),
  options: BindingCase['options'] = {},
): BindingCase => ({
  title,
  options,
  play: provider => {
    const copy = structuredClone(grown(provider, request))
    change(copy)
    return pathsOf(provider, copy)
  },
  verdict,
})

export const controls = 'thinking-binding-controls-2026-08-01'

export const drop = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }

export const compact = 'compact-2026-09-04'
export const threshold = 'compact-2026-01-12'

/** Returns the input tokens at the top of an answer's usage, and the types of its iterations. */
export const iterations = ({ usage }: any): unknown[] => [
  usage.input_tokens,
  ...(usage.iterations ?? []).map(({ type }: any) => type),
]

/** Returns the error of an answer by status and code, or by its text where the vendor has no code. */
export const errorOf = ({ status, body }: BindingAnswer): unknown => {
  if (status === 200) return status
  const { message, details } = body.error as any
  return `${status} ${details?.error_code ?? message}`
}

/** Returns the report about thinking in an answer. */
export const told = ({ status, body }: BindingAnswer): unknown =>
  status === 200 ? (body.input_transformations ?? 'nothing') : (body as any).error.message
