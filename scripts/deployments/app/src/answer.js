import { generateText, wrapLanguageModel } from 'ai'
import { contextCompiler, reportOf } from 'ctxc/ai-sdk'

/** A model that calls no network, and says how many messages it was sent. */
const model = {
  specificationVersion: 'v4',
  provider: 'openai.chat',
  modelId: 'gpt-5.4',
  supportedUrls: {},
  doGenerate: async ({ prompt }) => ({
    content: [{ type: 'text', text: `${prompt.length} messages` }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
}

const messages = Array.from({ length: 101 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: ${'some words '.repeat(20)}`,
}))

/** Answers a conversation that exceeds the budget, and tells how it was counted. */
export async function answer(options = {}) {
  const middleware = contextCompiler({ budget: 2_000, ...options })
  const result = await generateText({ model: wrapLanguageModel({ model, middleware }), messages })
  const { tokens, diagnostics } = reportOf(result)
  return { text: result.text, exact: tokens.exact, codes: diagnostics.map(({ code }) => code) }
}
