import type { Agent } from '../agent/agent.ts'
import { assertMemoryOwner } from '../compile/contract/assert-options.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import type { ContextInput } from '../context/policy/built.ts'
import { readPolicy } from '../context/policy/read-policy.ts'
import { assertEffects } from '../effect/assert-effects.ts'
import type { Effects } from '../effect/handler.ts'
import { assertFunction, type Check, trueOrFalse, withMethods } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { PolicyNode } from '../ir/policy.ts'
import type { MemoryStore } from '../remember/store/memory-store.ts'
import { assertOwner, checkOwner, type Owner } from '../session/owner.ts'
import {
  type ConversationId,
  type ConversationStorage,
  type NamedCall,
  storageChecks,
} from './conversation-storage.ts'
import type { LaterOptions } from './later-outcomes.ts'
import type { ResolveLater } from './threads.ts'

/** Options of an adapter for a policy, and for the work that the policy needs. */
export interface PolicyOptions {
  /**
   * Policy for the history, made with the functions of `C`, such as compacting, summarizing or dropping older messages.
   */
  readonly context?: ContextInput
  /**
   * Handlers of external work, such as summaries by a model. Outcomes are kept for the conversation's next calls
   * (`storage`).
   */
  readonly effects?: Effects
  /**
   * Called with the promise of work that continues after the model has answered. The promise is never rejected. On a
   * serverless platform, pass the platform's function of that name (`work => context.waitUntil(work)`); without it, the
   * platform stops the work. Errors of your function are ignored.
   */
  readonly waitUntil?: (work: Promise<unknown>) => void
  /**
   * Storage for summaries, other outcomes and plans. It makes them available to later calls of the `conversation` in
   * other processes, or after a restart. Without it, they are kept in memory.
   */
  readonly storage?: ConversationStorage
  /**
   * Milliseconds that a call waits for the `storage` before it continues without it; 5,000 by default, `Infinity` for
   * no limit.
   */
  readonly storageTimeout?: number
  /**
   * Id of the conversation in the `storage` and of its memories, such as the id of a chat, or a function that finds it
   * in a call. Never take an id from a client without checking that the conversation is the client's own.
   */
  readonly conversation?: ConversationId
  /**
   * Store of memories, for `C.memory`; needs `owner`. After each answer, the last messages of the `conversation` and the
   * answer are added to it, with secrets and the values of `protect` as placeholders.
   */
  readonly memory?: MemoryStore
  /** Whether messages and answers are added to `memory`; true by default. */
  readonly learn?: boolean
  /**
   * Owner of the conversation, or a function that finds the owner of a call. The keys in the `storage` begin with its
   * names, so that `forget` of `ctxc/store` finds them, and its memories are searched. A call without an owner gets no
   * memories. Never take an owner from a client without checking that the client is that user.
   */
  readonly owner?: OwnerOfCall
}

/** Owner of conversations and memories, or a function that returns the owner of a call. */
export type OwnerOfCall = Owner | ((call: NamedCall) => Owner | undefined)

const policy: Check = (value, at) => {
  readPolicy(value, at)
}

/** Checks of the policy options. */
export const policyChecks = {
  context: policy,
  effects: assertEffects,
  waitUntil: assertFunction,
  ...storageChecks,
  memory: withMethods('a store of memories: { id, search, add }', 'search', 'add'),
  learn: trueOrFalse,
  owner: (value, at) => {
    if (typeof value !== 'function') checkOwner(value, at)
  },
} satisfies Record<keyof PolicyOptions, Check>

/**
 * Returns the settings of the agent that the adapter's policy options contain. Throws a TypeError if `memory` is set
 * without `owner`.
 */
export function agentPolicy({ context, memory, owner }: PolicyOptions, of: string): Pick<Agent, 'context'> {
  if (memory !== undefined) assertMemoryOwner({ memory, owner })
  return context === undefined ? {} : { context: readPolicy(context, Path.options(of).in('context')) }
}

/** Returns the owner of a call; undefined if the app names none. */
export function ownerOfCall(owner: OwnerOfCall | undefined, call: object): Owner | undefined {
  const found = typeof owner === 'function' ? owner(call as NamedCall) : owner
  if (found !== undefined) assertOwner(found)
  return found
}

/** Returns the compile options `memory` and `owner`; no options without both. */
export const memoryOptions = (
  memory: MemoryStore | undefined,
  owner: Owner | undefined,
): Pick<CompileOptions, 'memory' | 'owner'> =>
  memory === undefined || owner === undefined ? {} : { memory, owner }

/**
 * Returns the effects of a framework that writes requests itself. A provider's compaction is made of exactly the
 * request that was sent, which only the framework knows, so it is not asked for.
 */
export function withoutCompaction({
  effects,
}: Pick<PolicyOptions, 'effects'>): Pick<CompileOptions, 'effects'> {
  if (effects === undefined) return {}
  const { compact: _, ...others } = effects
  return { effects: others }
}

/**
 * Starts work that a compile leaves for later. `isSent`: whether the model got exactly the compiled request and
 * answered it.
 */
export function startLater(
  { wants }: Pick<Compiled, 'wants'>,
  resolveLater: ResolveLater | null,
  { effects, waitUntil }: PolicyOptions,
  { isSent }: Pick<LaterOptions, 'isSent'> = {},
): void {
  if (effects === undefined || resolveLater === null || wants.length === 0) return
  handOver(resolveLater(effects, { isSent: isSent ?? true }), waitUntil)
}

/** Hands work that continues after an answer over to the platform. */
export function handOver(work: Promise<unknown>, waitUntil: PolicyOptions['waitUntil']): void {
  try {
    waitUntil?.(work)
  } catch {
    // An error of `waitUntil` is ignored, because the answer exists and was paid for. The work continues without
    // `waitUntil`.
  }
}

/**
 * Whether a policy shows parts of a result by itself: identifiers, or what is around words that a model looks for. A
 * detector may not recognize a value of which only a part is left.
 */
export const showsParts = ({ context = [] }: Pick<Agent, 'context'>): boolean => context.some(nodeShowsParts)

const nodeShowsParts = (node: PolicyNode): boolean =>
  node.kind === 'clause' &&
  (node.operations.some(
    one => one.op === 'compact' && (one.at === 'arrival' || one.expand === 'tool' || (one.names ?? 0) > 0),
  ) ||
    (node.orElse !== undefined && nodeShowsParts(node.orElse)))
