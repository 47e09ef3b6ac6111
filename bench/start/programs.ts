import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { toEvents, toModelMessages } from './forms.ts'

/** Program of a fresh process. It calls `requested` once its first request would be sent. */
export interface Program {
  readonly name: string
  /** Whether it uses ctxc, so that other builds of ctxc have a row, too. */
  readonly isOurs: boolean
  readonly code: string
}

/** Model of the AI SDK that answers at once. */
const mockModel = `{
  specificationVersion: 'v4', provider: 'openai.chat', modelId: 'gpt-5.4', supportedUrls: {},
  async doGenerate({ prompt }) {
    globalThis.requested({ ok: prompt.length > 0 })
    const usage = { inputTokens: { total: 9 }, outputTokens: { total: 1 } }
    return { content: [{ type: 'text', text: 'Done.' }], finishReason: { unified: 'stop', raw: 'stop' }, usage, warnings: [] }
  },
}`

/** Returns the programs, which send the same chat. */
export function programsFor(messages: readonly ChatMessage[], budget: number): readonly Program[] {
  const chat = `const messages = ${JSON.stringify(messages)}`
  const modelMessages = `const messages = ${JSON.stringify(toModelMessages(messages))}`
  const compile = (count: string) => `
    import { compile } from 'ctxc'
    import { fromOpenAI } from 'ctxc/from/openai'
    ${count && `import { ${count} as count } from 'ctxc/count/${count}'`}
    ${chat}
    const result = await compile(fromOpenAI(messages), { target: 'openai-chat', model: 'gpt-5.4', budget: ${budget}${count && ', count'} })
    globalThis.requested({ ok: result.ok, reason: JSON.stringify(result.diagnostics) })`
  const middleware = (count: string) => `
    import { generateText, wrapLanguageModel } from 'ai'
    import { contextCompiler } from 'ctxc/ai-sdk'
    ${count && `import { ${count} as count } from 'ctxc/count/${count}'`}
    ${modelMessages}
    const middleware = contextCompiler({ budget: ${budget}${count && ', count'} })
    await generateText({ model: wrapLanguageModel({ model: ${mockModel}, middleware }), messages })`
  const run = `
    import { agent } from 'ctxc'
    import { createRunner } from 'ctxc/run'
    import * as stores from 'ctxc/store'
    const events = ${JSON.stringify(toEvents(messages))}
    const client = {
      target: 'openai-chat',
      async *stream(request) {
        globalThis.requested({ ok: request.messages.length > 0 })
        const message = { role: 'assistant', content: 'Done.' }
        yield { type: 'response', response: { choices: [{ message }], usage: { prompt_tokens: 9, completion_tokens: 1 } }, finish: 'stop' }
      },
    }
    const key = { owner: { app: 'bench' }, id: 's' }
    const store = (stores.inMemoryStore ?? stores.memoryStore)() // its name in older builds
    await store.append(key, { expectedRevision: 0, events, status: 'idle', time: 0 })
    const program = agent({ name: 'assistant', model: 'gpt-5.4' })
    const runner = createRunner({ program, store, models: () => client, compile: { budget: ${budget} } })
    await runner.run(key, { message: 'Go on' }).outcome
    await runner.stop()`
  return [
    { name: 'nothing', isOurs: false, code: 'globalThis.requested()' },
    {
      name: 'AI SDK alone',
      isOurs: false,
      code: `
        import { generateText } from 'ai'
        ${modelMessages}
        await generateText({ model: ${mockModel}, messages })`,
    },
    { name: 'compile', isOurs: true, code: compile('') },
    { name: 'compile, approximate', isOurs: true, code: compile('approximate') },
    { name: 'AI SDK with ctxc', isOurs: true, code: middleware('') },
    { name: 'AI SDK with ctxc, approximate', isOurs: true, code: middleware('approximate') },
    { name: 'runner', isOurs: true, code: run },
  ]
}
