import { assertMemoryOwner, compileForm } from '../compile/contract/assert-options.ts'
import type { OptionsFor, RequestFor } from '../compile/contract/infer.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import type { ContextInput } from '../context/policy/built.ts'
import { assertOptionsAlone, type OptionsForm, readOptions } from '../form/options.ts'
import type { FormatName } from '../ir/extra.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Program } from '../program/program.ts'
import type { Owner } from '../session/owner.ts'
import { type ConversationStorage, idOfCall } from './conversation-storage.ts'
import { agentPolicy, memoryOptions, ownerOfCall, policyChecks } from './policy-options.ts'
import { type ResolveLater, Threads } from './threads.ts'

/** Options of `createConversationCompiler`: those of `compile`, and a policy. */
export type ConversationOptions<
  Target extends TargetName | undefined = undefined,
  Model extends string | undefined = undefined,
> = OptionsFor<Target, Model> & {
  /** Policy for the history, made with the functions of `C`; by default, the policy of the conversation's agent. */
  readonly context?: ContextInput
  /**
   * Storage for summaries, other outcomes and plans of conversations with an `id`, shared with other processes. Without
   * it, they are kept in memory.
   */
  readonly storage?: ConversationStorage
  /** Milliseconds that a call waits for the `storage` before it continues without it; 5,000 by default. */
  readonly storageTimeout?: number
}

const { context, storage, storageTimeout } = policyChecks
const { plan: _, ...compileChecks } = compileForm.takes

const form: OptionsForm<Omit<ConversationOptions, 'plan'>> = {
  takes: { ...compileChecks, context, storage, storageTimeout },
  advice: { plan: 'it continues with the plan of the last call' },
}

/** Compiler for conversations that the program keeps as lists of messages, and imports again for each call. */
export interface ConversationCompiler<
  Target extends TargetName | undefined = undefined,
  Model extends string | undefined = undefined,
> {
  /**
   * Compiles a conversation, which is recognized by its content. The compile continues with the plan and the work of
   * the conversation's last call, and with the outcomes of effects. If earlier messages of the list were changed, the
   * compile continues from the last call before the change. `id` names the conversation in the `storage`, such as the
   * id of a chat. `owner` is the owner of the conversation in the `storage` and of the memories that this call searches; it
   * replaces the owner in the compiler's options.
   */
  compile<Format extends FormatName | undefined>(
    conversation: Program<Format>,
    options?: { readonly id?: string; readonly owner?: Owner },
  ): Promise<Compiled<RequestFor<Format, Target, Model>>>
  /**
   * Does the work that a compile leaves for later, such as summaries, and keeps the outcomes for the conversation's
   * next calls. Call this method after the model has answered; you do not have to await it. Work in progress is not
   * repeated, and a failed handler does not reject the promise. Results of another compiler are ignored.
   */
  resolveWants(result: Compiled, options?: { readonly signal?: AbortSignal }): Promise<void>
}

/**
 * Creates a compiler for conversations that are kept as lists of messages. Each call imports the whole list. The
 * compiler continues where the previous call ended, so that requests share a prefix although you pass no plan. One
 * compiler may serve many conversations at a time. It keeps the last 4,000 calls in memory, without their messages, and
 * conversations with an `id` in the `storage`. Two conversations with the same first messages share only the outcomes
 * for these messages. To recognize a list, the compiler reads all of it.
 *
 * Throws a TypeError for malformed options and for a `plan`.
 *
 * @example
 * import { createConversationCompiler } from 'ctxc/compile'
 * import { fromOpenAI } from 'ctxc/from/openai'
 *
 * const compiler = createConversationCompiler({ model: 'gpt-5.4', target: 'openai-chat', budget: 16_000 })
 * const messages: object[] = [{ role: 'user', content: 'What is the weather in Paris?' }]
 * const result = await compiler.compile(fromOpenAI(messages))
 * // messages.push(answer); void compiler.resolveWants(result)
 * console.log(result.request?.messages)
 */
export function createConversationCompiler<
  const Target extends TargetName | undefined = undefined,
  const Model extends string | undefined = undefined,
>(
  options?: ConversationOptions<Target, Model>,
  ...others: readonly never[]
): ConversationCompiler<Target, Model> {
  assertOptionsAlone(others, 'createConversationCompiler')
  readOptions(form, options, 'createConversationCompiler')
  const { context, storage, storageTimeout, ...rest } = options ?? {}
  const { memory, owner: whose, ...given } = rest as CompileOptions
  const policy = agentPolicy({ ...(context !== undefined && { context }) }, 'createConversationCompiler')
  const threads = new Threads({ storage, storageTimeout })
  const results = new WeakMap<object, ResolveLater>()
  const compiler: ConversationCompiler<Target, Model> = {
    async compile(conversation, { id, owner: named = whose } = {}) {
      const owner = ownerOfCall(named, {})
      if (memory !== undefined) assertMemoryOwner({ memory, owner })
      const { compiled, resolveLater } = await threads.compile(
        { ...conversation, agent: { ...conversation.agent, ...policy } },
        { ...given, ...memoryOptions(memory, owner) },
        { id: idOfCall(id, {}), owner },
      )
      if (resolveLater !== null) results.set(compiled, resolveLater)
      return compiled as never
    },
    async resolveWants(result, { signal } = {}) {
      await results.get(result)?.(given.effects ?? {}, { ...(signal && { signal }) })
    },
  }
  return compiler
}
