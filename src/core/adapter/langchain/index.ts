import type { BaseMessage, SystemMessage } from '@langchain/core/messages'
import { type AgentMiddleware, createMiddleware } from 'langchain'
import type { Agent } from '../../agent/agent.ts'
import { compileForm } from '../../compile/contract/assert-options.ts'
import type { CompileOptions } from '../../compile/contract/options.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { ContextError } from '../../diag/context-error.ts'
import { assertFunction } from '../../form/check.ts'
import { assertOptionsAlone, type OptionsForm, readOptions } from '../../form/options.ts'
import { readLangChain } from '../../from/langchain/langchain.ts'
import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { betaListIn, betasIn } from '../../vendor/anthropic/write/betas.ts'
import { geminiFacts } from '../../vendor/gemini/write/models.ts'
import { inferTarget } from '../../vendor/infer.ts'
import { AnsweredCalls, AnsweredRequest } from '../answered-calls.ts'
import { assertProtections } from '../assert-protect.ts'
import { idOfCall } from '../conversation-storage.ts'
import { Learner } from '../learner.ts'
import {
  agentPolicy,
  memoryOptions,
  ownerOfCall,
  type PolicyOptions,
  policyChecks,
  startLater,
  withoutCompaction,
} from '../policy-options.ts'
import { ProtectedForms } from '../protected-forms.ts'
import { rewriteMessages } from '../rewrite.ts'
import { Threads } from '../threads.ts'
import { markOf } from '../values-of-call.ts'
import { ClassForm } from './class-form.ts'
import { copyOf } from './copy-of.ts'
import { langChainDialect } from './dialect.ts'
import { type ChatModelFacts, modelFacts } from './model.ts'
import { withoutRepeatedItems } from './output.ts'
import { protectedMessages, withLine } from './protect-messages.ts'
import { protectedModel } from './protect-model.ts'
import { switchThinkingOff } from './thinking.ts'
import { Declarations, providerDeclaration } from './tools.ts'

/** Options for compiling the messages of an agent's model call. */
export interface LangChainOptions
  extends Pick<CompileOptions, 'budget' | 'model' | 'modelRows' | 'count' | 'bound' | 'whenIdle' | 'protect'>,
    PolicyOptions {
  /** API of the model, if the model id does not determine it; Chat Completions when omitted. */
  readonly target?: Exclude<CompileOptions['target'], 'text' | undefined>
  /** Called after every compile, including failed ones. */
  readonly onCompiled?: (compiled: Compiled) => void
}

const { budget, model, modelRows, count, bound, whenIdle, protect, target } = compileForm.takes

const form: OptionsForm<LangChainOptions> = {
  takes: {
    ...{ budget, model, modelRows, count, bound, whenIdle, protect, target, ...policyChecks },
    onCompiled: assertFunction,
  },
}

/**
 * Returns a middleware for agents of LangChain. Before each model call it compiles the messages, so that the call is
 * legal and within budget. The agent's state is not changed. Messages that need no change are sent as the same objects.
 * If no request can be made, the call fails with a `ContextError` that lists the reasons.
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
export function contextCompiler(
  options: LangChainOptions = {},
  ...others: readonly never[]
): AgentMiddleware {
  assertOptionsAlone(others, 'contextCompiler')
  readOptions(form, options, 'contextCompiler')
  assertProtections(options.protect, 'contextCompiler')
  const {
    onCompiled,
    context: _context,
    waitUntil: _waitUntil,
    storage,
    storageTimeout,
    conversation: named,
    memory: _memory,
    owner: _owner,
    learn: _learn,
    ...chosen
  } = options
  const policy = agentPolicy(options, 'contextCompiler')
  const declared = new Map<TargetName, Declarations>()
  const threads = new Threads({ storage, storageTimeout })
  const calls = new AnsweredCalls(options.protect)
  const learner = new Learner(options)
  const middleware = createMiddleware({
    name: 'ContextCompiler',
    async wrapModelCall(request, handler) {
      const { systemMessage, messages, model, tools, responseFormat, modelSettings } = request
      const own = systemMessage.text === '' ? [] : [systemMessage]
      const all: BaseMessage[] = [...own, ...messages]
      const facts = modelFacts(model, { ...modelSettings, tools: tools.map(asBound) })
      const { id, api, className, deployment, stateless } = facts
      const thread = idOfCall(named ?? request.runtime.configurable?.thread_id, request)
      const owner = ownerOfCall(options.owner, request)
      const found = memoryOptions(options.memory, owner)
      // The conversation's id lets a search of memories skip memories of this same conversation.
      const naming = found.memory !== undefined && thread !== undefined ? { id: thread } : {}
      const conversation = readLangChain(all, naming, chosen.model === undefined ? deployment : null)
      const name = chosen.model ?? id
      const target = chosen.target ?? api ?? inferTarget(name ?? null, null) ?? 'openai-chat'
      const declarations = declared.get(target) ?? new Declarations(target)
      declared.set(target, declarations)
      const declaredTools = [
        ...tools.flatMap(tool => declarations.of(tool)),
        ...declarations.ofForm(responseFormat),
      ]
      const agent = {
        ...conversation.agent,
        ...policy,
        tools: calls.mark(declaredTools),
        ...settingsOf(facts),
      }
      const { signal } = request.runtime
      const { compiled, session, placeOf, resolveLater, lens } = await threads.compile(
        { ...conversation, agent },
        {
          ...chosen,
          ...withoutCompaction(chosen),
          ...(name !== undefined && { model: name }),
          target,
          ...(signal && { signal }),
          ...found,
        },
        { id: thread, owner, reports: learner.report({ owner, conversation: thread }) },
      )
      if (!compiled.ok) {
        onCompiled?.(compiled)
        throw new ContextError(compiled.diagnostics)
      }
      const answered = new AnsweredRequest(compiled, lens)
      const { leading } = conversation
      const replays = target === 'openai' && !stateless
      const forms = lens.isClear ? null : new ProtectedForms(lens)
      const shown = forms === null ? all : protectedMessages(forms, conversation.session, all, leading)
      const form = className === null ? null : new ClassForm(className, signsCalls(target, name))
      const dialect = langChainDialect(lens.session, shown, placeOf, replays, form)
      const sent = rewriteMessages(lens.session, compiled, dialect)
      const asked = target === 'anthropic' ? switchThinkingOff(model, sent.compiled) : { model, ...sent }
      onCompiled?.(asked.compiled)
      const kept = shown.slice(own.length, Math.max(leading, own.length))
      const system = forms === null ? null : instructed(forms, shown.slice(0, own.length), kept)
      const held = [...(system?.kept ?? kept), ...sent.messages]
      const answer = await handler({
        ...request,
        ...(system?.message && { systemMessage: system.message }),
        ...(className === 'anthropic' && withBetas(modelSettings, sent.compiled)),
        model: forms === null ? asked.model : protectedModel(asked.model, value => forms.declared(value)),
        messages: replays ? withoutRepeatedItems(held) : held,
      })
      // The model's class writes its own request from the messages, so the compiled request itself was not sent.
      startLater(compiled, resolveLater, options, { isSent: false })
      const { protect } = chosen
      learner.start({ session, placeOf, protect, owner, conversation: thread }, textsIn(answer))
      const made = callsIn(answer)
      calls.keep(made, answered)
      return answered.values !== null && made.some(({ name }) => calls.reveals(name))
        ? withMark(answer, answered)
        : answer
    },
  })
  calls.attachTo(middleware)
  return middleware
}

/** Returns an answer with the mark of its request, because its calls may wait until another process runs them. */
function withMark<Answer extends object>(answer: Answer, request: AnsweredRequest): Answer {
  const { response_metadata: metadata, lc_kwargs: kwargs } = answer as Partial<BaseMessage>
  const fields = { response_metadata: { ...metadata, ...markOf(request) } }
  return copyOf(answer, { ...fields, lc_kwargs: { ...kwargs, ...fields } })
}

/** Returns the texts of a model's answer. */
const textsIn = (answer: unknown): readonly string[] =>
  isObject(answer) && typeof answer.text === 'string' ? [answer.text] : []

/** Returns the tool calls of a model's answer. */
function callsIn(answer: unknown): { readonly id: string; readonly name: string }[] {
  const calls = isObject(answer) && Array.isArray(answer.tool_calls) ? (answer.tool_calls as unknown[]) : []
  return calls.flatMap(call =>
    isObject(call) && typeof call.id === 'string' && typeof call.name === 'string'
      ? [{ id: call.id, name: call.name }]
      : [],
  )
}

/**
 * Returns the settings of a call to `ChatAnthropic` with the beta features that its request needs, in addition to those
 * of the app. The class sends them as a header.
 */
function withBetas(
  settings: Readonly<Record<string, unknown>> | undefined,
  { headers }: Compiled,
): { readonly modelSettings?: Readonly<Record<string, unknown>> } {
  const needed = betaListIn(headers)
  if (needed === undefined) return {}
  return { modelSettings: { ...settings, betas: betasIn([settings?.betas, needed]) } }
}

/** Whether a model requires a signature on a call. */
const signsCalls = (target: TargetName, model: string | undefined): boolean =>
  target === 'gemini' && geminiFacts(model ?? null).facts.rules.signatures

/** Returns the agent settings that come from the model's own configuration. */
const settingsOf = ({ output, stateless }: ChatModelFacts): Partial<Agent> => ({
  ...(output !== undefined && { generateConfig: { maxOutputTokens: output } }),
  ...(stateless && { extra: { format: 'openai', fields: { store: false } } }),
})

/**
 * Adds the line that explains placeholders to the last instruction. A separate message would not work with APIs that
 * accept only one system message.
 */
function instructed(
  { meaning }: ProtectedForms,
  [own]: readonly BaseMessage[],
  kept: readonly BaseMessage[],
): { readonly message?: SystemMessage; readonly kept: readonly BaseMessage[] } {
  const last = kept.at(-1)
  if (last === undefined) return { message: withLine(own, meaning), kept }
  return {
    kept: [...kept.slice(0, -1), withLine(last, meaning)],
    ...(own && { message: own as SystemMessage }),
  }
}

/** Returns a tool as the model's class sees it when it chooses an API. */
const asBound = (tool: object): object =>
  providerDeclaration(tool as Readonly<Record<string, unknown>>) ?? tool

export { ContextError } from '../../diag/context-error.ts'
export type { AdapterExpandOptions } from '../answered-calls.ts'
export type { ConversationId, ConversationStorage, NamedCall } from '../conversation-storage.ts'
export type { OwnValues, OwnValuesOptions } from '../own-values.ts'
export type { OwnerOfCall, PolicyOptions } from '../policy-options.ts'
export type { RevealedArguments } from '../revealed-arguments.ts'
export { expandTool, type LangChainExpandTool } from './expand-tool.ts'
export { ownValues } from './own-values.ts'
export { revealTools } from './reveal-tools.ts'
