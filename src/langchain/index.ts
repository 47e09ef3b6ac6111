import type { BaseMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import type { CompileOptions } from '../compile/options.ts'
import type { Compiled } from '../compile/result.ts'
import { rewrite } from '../compile/rewrite.ts'
import { Threads } from '../compile/threads.ts'
import { ContextError } from '../diag/context-error.ts'
import { fromLangChain } from '../from/langchain.ts'
import { inferTarget } from '../target/infer.ts'
import { langChainDialect } from './dialect.ts'
import { modelFacts } from './model.ts'
import { Declarations } from './tools.ts'

/** How to compile what an agent's model is sent. */
export interface LangChainOptions extends Pick<CompileOptions, 'budget' | 'model' | 'count' | 'whenIdle'> {
  /** The API behind the model, where its id does not say; Chat Completions when left out. */
  readonly target?: Exclude<CompileOptions['target'], 'text' | undefined>
  /** Is told of every compile, those that fail too. */
  readonly onCompiled?: (compiled: Compiled) => void
}

const keys = new Set(['budget', 'model', 'count', 'whenIdle', 'target', 'onCompiled'])

/**
 * A middleware for agents of LangChain: before each call of the model it compiles the messages, so that the call is
 * inside the budget and legal. The agent's state stays as it is. Messages that need no change are sent as the very ones
 * they are. Where no request can be made, the call fails with a `ContextError` that says why.
 *
 * @example
 * import { contextCompiler } from 'ctxc/langchain'
 * import { createAgent } from 'langchain'
 *
 * const agent = createAgent({
 *   model: 'anthropic:claude-sonnet-5',
 *   tools: [],
 *   middleware: [contextCompiler({ budget: 16_000 })],
 * })
 * console.log(typeof agent.invoke)
 */
export function contextCompiler(options: LangChainOptions = {}): AgentMiddleware {
  for (const key of Object.keys(options))
    if (!keys.has(key))
      throw new TypeError(`contextCompiler has no option '${key}'; there are ${[...keys].join(', ')}`)
  const { onCompiled, ...chosen } = options
  const declarations = new Declarations()
  const threads = new Threads()
  return createMiddleware({
    name: 'ContextCompiler',
    async wrapModelCall(request, handler) {
      const { systemMessage, messages, model, tools, responseFormat } = request
      const own = systemMessage.text === '' ? [] : [systemMessage]
      const all: BaseMessage[] = [...own, ...messages]
      const conversation = fromLangChain(all)
      const { id, output } = modelFacts(model)
      const name = chosen.model ?? id
      const { compiled, session } = await threads.compile(
        {
          ...conversation,
          agent: {
            ...conversation.agent,
            tools: [...tools.map(tool => declarations.of(tool)), ...declarations.ofForm(responseFormat)],
            ...(output !== undefined && { generateConfig: { maxOutputTokens: output } }),
          },
        },
        {
          ...chosen,
          ...(name !== undefined && { model: name }),
          target: chosen.target ?? inferTarget(name ?? null, null) ?? 'openai-chat',
        },
      )
      onCompiled?.(compiled)
      if (!compiled.ok) throw new ContextError(compiled.diagnostics)
      const { leading } = conversation
      const kept = all.slice(own.length, Math.max(leading, own.length))
      return handler({
        ...request,
        messages: [...kept, ...rewrite(session, compiled, langChainDialect(session, all, leading))],
      })
    },
  })
}

export { ContextError } from '../diag/context-error.ts'
