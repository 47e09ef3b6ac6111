import { compileForm } from '../compile/contract/assert-options.ts'
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
import { agentPolicy, policyChecks } from './policy-options.ts'
import { type ResolveLater, Threads } from './threads.ts'

/** Options of `createConversationCompiler`: those of `compile`, and a policy. */
export type ConversationOptions<
  Target extends TargetName | undefined = undefined,
  Model extends string | undefined = undefined,
> = OptionsFor<Target, Model> & {
  /** Policy for the history, made with the functions of `C`; without it, that of the conversation's own agent. */
  readonly context?: ContextInput
  /** Keeps summaries, other outcomes and plans of conversations with an `id`, for other processes. Without it they are kept in memory. */
  readonly storage?: ConversationStorage
  /** Milliseconds after which a call goes on without the `storage`, because it has no answer; 5,000 by default. */
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
   * Compiles a conversation. It is recognized by its content, and continues with the plan and the work of its last call, and
   * with the outcomes of effects. A list whose earlier messages were changed continues from the last call that it shares.
   * `id` names the conversation in the `storage`, such as the id of a chat; `owner` is the owner of the memories that this call
   * searches, in place of that of the compiler's options.
   */
  compile<Format extends FormatName | undefined>(
    conversation: Program<Format>,
    options?: { readonly id?: string; readonly owner?: Owner },
  ): Promise<Compiled<RequestFor<Format, Target, Model>>>
  /**
   * Does the work that a compile wants for later, such as summaries, and keeps the outcomes for the conversation's next calls.
   * Call it once the answer is there; it need not be awaited. Work that is underway is not repeated, and errors of handlers do
   * not make it reject. It does nothing for results of another compiler.
   */
  resolveWants(result: Compiled, options?: { readonly signal?: AbortSignal }): Promise<void>
}

/**
 * Creates a compiler for conversations that are kept as lists of messages: each call imports the whole list, and the
 * compiler continues where the call before it ended, so that requests share a prefix without a plan to carry. One compiler
 * may serve many conversations at a time; it keeps the last 4,000 calls in memory, without their messages, and conversations with
 * an `id` in the `storage`. Two conversations that begin alike share nothing but outcomes of the messages that they share.
 * Recognizing a list reads all of it.
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
  const given = rest as CompileOptions
  const policy = agentPolicy({ ...(context !== undefined && { context }) }, 'createConversationCompiler')
  const threads = new Threads({ storage, storageTimeout })
  const results = new WeakMap<object, ResolveLater>()
  const compiler: ConversationCompiler<Target, Model> = {
    async compile(conversation, { id, owner } = {}) {
      const { compiled, resolveLater } = await threads.compile(
        { ...conversation, agent: { ...conversation.agent, ...policy } },
        owner === undefined ? given : { ...given, owner },
        { id: idOfCall(id, {}) },
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
