import type { BindingAnswer, BindingProvider } from '../../../src/testing/fake/binding/index.ts'
import type { BindingCase } from '../cases.ts'

export type Item = { [key: string]: any }
export type Request = { input: Item[]; [key: string]: any }

export const user = (content: unknown): Item => ({ role: 'user', content })
export const developer = (content: unknown): Item => ({ role: 'developer', content })
export const tool = (name: string) => ({
  type: 'function',
  name,
  parameters: { type: 'object', properties: {} },
})
export const output = (output: string): Item => ({ type: 'function_call_output', call_id: 'a', output })

export const start = (rest: object = {}): Request => ({
  model: 'gpt-6.2-astra',
  tools: [tool('read'), tool('write')],
  reasoning: { effort: 'high' },
  text: { format: { type: 'text' } },
  input: [developer('Be brief.'), user('Hi')],
  ...rest,
})

/** Returns a request with its answer and a new item. */
export const next = (
  provider: BindingProvider,
  request: Request,
  item: Item = user('Go on.'),
  script?: any,
): Request => {
  const { status, body } = provider.answer(request, script)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...request, input: [...request.input, ...(body.output as Item[]), item] }
}

/** Returns a conversation of three answers: reasoning is in items 2, 5 and 8, the texts after it. */
export const grown = (provider: BindingProvider, request: Request = start()): Request =>
  next(provider, next(provider, next(provider, request)))

export const pathsOf = (provider: BindingProvider, request: unknown) =>
  provider.judge(request).dead.map(({ path, reason }) => `${path} ${reason.replace('_mismatch', '')}`)

export const dead = (...items: number[]) => items.map(i => `input.${i} prefix`)

/** Makes a case that edits a grown conversation. */
export const edit = (
  title: string,
  change: (request: Request) => unknown,
  verdict: readonly string[] = [],
  request: Request = start(),
): BindingCase => ({
  title,
  play: provider => {
    const copy = structuredClone(grown(provider, request))
    change(copy)
    return pathsOf(provider, copy)
  },
  verdict,
})

/** Returns the error of an answer by status and code, or by its text where the vendor has no code. */
export const errorOf = ({ status, body }: BindingAnswer): unknown => {
  if (status === 200) return status
  const { code, message } = body.error as Item
  return `${status} ${code ?? message}`
}
