import type { Agent } from '../../agent/agent.ts'
import type { CompileOptions } from '../../compile/contract/options.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { ContextError } from '../../diag/context-error.ts'
import { placeName } from '../../explain/places.ts'
import type { Conversation } from '../../from/conversation.ts'
import { finiteNumber, objectOr } from '../../from/read.ts'
import type { Protection } from '../../ir/protection.ts'
import { fromAISDK } from '../../vendor/ai-sdk/read/ai-sdk.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { AnsweredCalls, AnsweredRequest } from '../answered-calls.ts'
import { idOfCall } from '../conversation-storage.ts'
import { Learner } from '../learner.ts'
import { agentPolicy, handOver, memoryOptions, ownerOfCall, startLater } from '../policy-options.ts'
import { ProtectedForms } from '../protected-forms.ts'
import { Threads } from '../threads.ts'
import { CallReports, callNote } from './call-reports.ts'
import { listDroppedMessages } from './dropped.ts'
import type { ContextOptions } from './options.ts'
import type { ContextReport, Warning } from './report.ts'

/** Model, by its id or as an object with an id. */
export type NamedModel = string | { readonly provider?: string; readonly modelId?: string }

/** Inputs of one compile: the messages with the call's other fields, and the model that is called. */
export interface CompileCall {
  readonly input: { readonly messages: readonly object[]; readonly [field: string]: unknown }
  readonly model: NamedModel | undefined
  /** Signal that ends the wait for the storage and for effect handlers. */
  readonly signal?: AbortSignal | undefined
}

/** Inputs that all calls of one middleware, or of one loop, share. */
export interface CallSetting {
  readonly given: ContextOptions
  /** Agent settings that are made from the policy options. */
  readonly policy: Pick<Agent, 'context'>
  readonly threads: Threads
  readonly reports: CallReports
  readonly calls: AnsweredCalls
  readonly learner: Learner
  /** Protections of what is learned, if they are not those of the compile. */
  readonly learned?: readonly Protection[]
}

/** Returns the inputs that all calls of one middleware, or of one loop, share. */
export const createCallSetting = (
  given: ContextOptions,
  of: string,
  calls = new AnsweredCalls(given.protect),
): CallSetting => ({
  given,
  policy: agentPolicy(given, of),
  threads: new Threads({ storage: given.storage, storageTimeout: given.storageTimeout }),
  reports: new CallReports(),
  calls,
  learner: new Learner(given),
})

/** Returns the id by which the model tables find a model: the AI SDK's provider name and model id. */
function modelTableId(model: NamedModel | undefined): string | undefined {
  if (typeof model === 'string' || model === undefined) return model
  const { provider, modelId } = model
  return [provider, modelId].filter(Boolean).join('/') || undefined
}

/** Compiled call of a model. */
export interface CompiledCall {
  /** Result of the compile. It is not `ok` if no request could be made and the app chose to send its own prompt. */
  readonly result: Compiled<AISDKRequest>
  /** Request that the model answers. */
  readonly request: AnsweredRequest
  /** Protected forms of everything that the AI SDK sends itself; null if nothing is protected. */
  readonly forms: ProtectedForms | null
  readonly report: ContextReport
  readonly warnings: readonly Warning[]
  /** Returns the name of a place that a diagnostic refers to. */
  readonly nameOf: (at: string) => string
  /**
   * Starts work that the compile leaves for later, such as summaries, and adds what was said to the memories. `isSent`:
   * whether the request reached the model, which its answer proves. `answer`: texts of the answer.
   */
  readonly startLater: (isSent: boolean, answer?: readonly string[]) => void
  /** Records the usage that the answer reported, so that the bounds of the next calls fit it. */
  readonly noteUsage: (usage: unknown) => void
}

/** Removes the diagnostics about the call's settings, because the AI SDK applies all these settings itself. */
const dropSettingDiagnostics = (conversation: Conversation<'ai-sdk'>): Conversation<'ai-sdk'> => ({
  ...conversation,
  diagnostics: (conversation.diagnostics ?? []).filter(({ code }) => code !== 'CX3018'),
})

/**
 * Returns all input tokens of a call, cached ones included. Before version 3, models report a plain number, in which
 * some providers leave out what was cached, so it says nothing about the size of the request.
 */
const totalInput = (usage: unknown): number | undefined =>
  finiteNumber(objectOr(objectOr(usage).inputTokens).total)

/** Compiles one call of a model. */
export async function compileCall(
  { input, model, signal }: CompileCall,
  { given, policy, threads, reports, calls, learner, learned = given.protect }: CallSetting,
): Promise<CompiledCall> {
  const { budget, modelRows, whenIdle, count, bound, protect, effects, onFailure, onCompiled, onDropped } =
    given
  const id = given.model ?? modelTableId(model)
  const owner = ownerOfCall(given.owner, input)
  // Calls of one conversation begin with the same messages. If the provider caches only marked content, these messages
  // get cache marks.
  const { lacksMarks } = await import('../../vendor/ai-sdk/write/cache.ts')
  const cache = given.cache ?? (lacksMarks(id, input, modelRows) ? 'mark' : undefined)
  const options: CompileOptions<'ai-sdk'> = {
    target: 'ai-sdk',
    ...(id !== undefined && { model: id }),
    ...(modelRows !== undefined && { modelRows }),
    ...(budget !== undefined && { budget }),
    ...(whenIdle !== undefined && { whenIdle }),
    ...(count !== undefined && { count }),
    ...(bound !== undefined && { bound }),
    ...(cache !== undefined && { cache }),
    ...(protect !== undefined && { protect }),
    ...(effects !== undefined && { effects }),
    ...(signal !== undefined && { signal }),
    ...memoryOptions(given.memory, owner),
  }
  const chat = idOfCall(given.conversation, input)
  const conversation = fromAISDK(input, {
    ...(id !== undefined && { model: id }),
    // The conversation's id lets a search of memories skip memories of this same conversation.
    ...(options.memory !== undefined && chat !== undefined && { id: chat }),
  })
  const { tools } = conversation.agent
  const agent = { ...conversation.agent, ...policy, ...(tools && { tools: calls.mark(tools) }) }
  const called = { ...dropSettingDiagnostics(conversation), agent }
  const { compiled, session, placeOf, resolveLater, noteUsage, lens, before, note } = await threads.compile(
    called,
    options,
    { id: chat, owner, reports: learner.report({ owner, conversation: chat }), noteOf: callNote },
  )
  const result = compiled as Compiled<AISDKRequest>
  const dropped = result.ok ? listDroppedMessages(result.ledger, session, input.messages, placeOf) : []
  const nameOf = (at: string): string => placeName(at, { ...called, session }, placeOf)
  const { report, warnings } = reports.report(result, dropped, { plan: before, note }, nameOf)
  onCompiled?.(result, report)
  if (dropped.length > 0) onDropped?.(dropped)
  if (result.ok || onFailure === 'send') {
    const forms = lens.isClear ? null : new ProtectedForms(lens)
    return {
      result,
      request: new AnsweredRequest(result, lens),
      report,
      warnings,
      nameOf,
      forms,
      startLater: (isSent, answer) => {
        startLater(compiled, resolveLater, given, { isSent })
        learner.start({ session, placeOf, protect: learned, owner, conversation: chat }, answer)
      },
      noteUsage(usage) {
        const tokens = totalInput(usage)
        if (noteUsage !== null && tokens !== undefined) handOver(noteUsage(tokens), given.waitUntil)
      },
    }
  }
  throw new ContextError(result.diagnostics)
}
