import type { BaseMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import { rewrite } from '../adapter/rewrite.ts'
import { Threads } from '../adapter/threads.ts'
import type { Agent } from '../agent/agent.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { ContextError } from '../diag/context-error.ts'
import { readLangChain } from '../from/langchain.ts'
import type { TargetName } from '../ir/target-name.ts'
import { inferTarget } from '../target/infer.ts'
import { langChainDialect } from './dialect.ts'
import { type ModelFacts, modelFacts } from './model.ts'
import { withoutRepeatedItems } from './output.ts'
import { thinkLater } from './thinking.ts'
import { Declarations, ownDeclaration } from './tools.ts'

/** Options for compiling what an agent's model is sent. */
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
  const declared = new Map<TargetName, Declarations>()
  const threads = new Threads()
  return createMiddleware({
    name: 'ContextCompiler',
    async wrapModelCall(request, handler) {
      const { systemMessage, messages, model, tools, responseFormat, modelSettings } = request
      const own = systemMessage.text === '' ? [] : [systemMessage]
      const all: BaseMessage[] = [...own, ...messages]
      const facts = modelFacts(model, { ...modelSettings, tools: tools.map(asBound) })
      const { id, api, deployment, stateless } = facts
      const conversation = readLangChain(all, {}, chosen.model === undefined ? deployment : null)
      const name = chosen.model ?? id
      const target = chosen.target ?? api ?? inferTarget(name ?? null, null) ?? 'openai-chat'
      const declarations = declared.get(target) ?? new Declarations(target)
      declared.set(target, declarations)
      const declaredTools = [
        ...tools.flatMap(tool => declarations.of(tool)),
        ...declarations.ofForm(responseFormat),
      ]
      const { compiled, session } = await threads.compile(
        { ...conversation, agent: { ...conversation.agent, tools: declaredTools, ...settingsOf(facts) } },
        { ...chosen, ...(name !== undefined && { model: name }), target },
      )
      if (!compiled.ok) {
        onCompiled?.(compiled)
        throw new ContextError(compiled.diagnostics)
      }
      const { leading } = conversation
      const replays = target === 'openai' && !stateless
      const sent = rewrite(session, compiled, langChainDialect(session, all, leading, replays))
      const asked = target === 'anthropic' ? thinkLater(model, sent.compiled) : { model, ...sent }
      onCompiled?.(asked.compiled)
      const kept = all.slice(own.length, Math.max(leading, own.length))
      const held = [...kept, ...sent.messages]
      return handler({
        ...request,
        model: asked.model,
        messages: replays ? withoutRepeatedItems(held) : held,
      })
    },
  })
}

/** Settings of the agent that the model's own configuration decides. */
const settingsOf = ({ output, stateless }: ModelFacts): Partial<Agent> => ({
  ...(output !== undefined && { generateConfig: { maxOutputTokens: output } }),
  ...(stateless && { extra: { format: 'openai', fields: { store: false } } }),
})

/** A tool as the model's class looks at it to choose an API. */
const asBound = (tool: object): object => ownDeclaration(tool as Readonly<Record<string, unknown>>) ?? tool

export { ContextError } from '../diag/context-error.ts'
