import type { DeclarationName } from '../ir/declared.ts'
import { type LossReason, lossFacts } from '../ir/loss.ts'
import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Decision of a compile, with the fields that its description uses. */
interface Told {
  readonly kind: string
  readonly why: string
  readonly units: readonly string[]
}

const words: Readonly<Record<string, (decision: Told) => string>> = {
  'config-change': ({ why }) => `${why} changed`,
  tools: () => 'the history needed declarations of other tools',
  compact: ({ units: [, ...again] }) =>
    again.length === 0
      ? 'the provider compacted earlier history'
      : `the provider compacted earlier history, and ${formatCount(again.length, 'unit')} of it ${again.length === 1 ? 'is' : 'are'} sent again behind it`,
  summary: ({ units }) =>
    units.length === 1
      ? 'a summary now replaces earlier events'
      : `${units.length} summaries now replace earlier events`,
  rewind: () => 'events were rewound',
  redact: () => 'a secret value was found, and earlier messages contained it',
  state: () => 'the state now holds the content of a unit, under a key that the agent reads',
  slide: () => 'a new turn began, and earlier turns are not shown',
  ids: () => 'items of the provider lost their ids',
  trim: ({ why }) =>
    why === 'high-water'
      ? 'older history was dropped to stay within the budget'
      : why === 'aim'
        ? 'a turn began above the soft size of the budget, and older history was dropped'
        : `older history was dropped, because with it ${why}`,
  limit: () => 'a clause of the policy reached its token limit, and its older units were dropped',
  shorten: () => 'older results were compacted to make room',
  supplementary: () => 'supplementary units were chosen again',
  selection: () => 'the policy selects other units, or shows them differently',
  passes: () => 'passes of the program changed their output',
  beside: () => 'context blocks changed, and the reasoning is bound to them',
  reasoning: ({ why }) =>
    `reasoning was dropped: ${Object.hasOwn(lossFacts, why) ? lossFacts[why as LossReason].words : why}`,
}

/** Describes a decision in one phrase. */
export const decisionWords = (decision: Told): string => words[decision.kind]?.(decision) ?? decision.kind

const declarationWords: Readonly<Record<DeclarationName, string>> = {
  instruction: 'the instruction',
  tools: 'the tools',
  format: 'the output schema',
  effort: 'the reasoning effort',
}

/**
 * Reports that an agent's declarations changed, and that a message tells the model, so that nothing earlier changes.
 */
export const declarationsAppended = (agent: string, changed: readonly DeclarationName[]): Diagnostic =>
  make('CX5004', {
    message: `a message tells the model what changed in agent '${agent}': ${changed.map(name => declarationWords[name]).join(', ')}`,
    notes: ['the beginning of the request stays as it was, because the model binds reasoning to it'],
    help: "append result.events to the session before the answer, or the next request's beginning changes",
    data: { agent, changed },
  })

/**
 * Reports that a request's prefix changed. `tokens`: maximum number of cached tokens that are not read because of the
 * change; null if the cache is empty.
 */
export const prefixChanged = (decisions: readonly Told[], tokens: number | null): Diagnostic =>
  make('CX5001', {
    message: `the prefix of the request changed since the last one, ${
      tokens === null
        ? 'but the cache loses nothing: it holds only what is marked, and the request has no cache mark'
        : `so up to ${formatCount(tokens, 'token')} are not read from the cache`
    }`,
    notes: decisions.map(decisionWords),
    help:
      tokens === null
        ? "set cache: 'mark', so that the provider caches the prefix"
        : 'run ctxc diff to see where two requests diverge',
    data: { decisions, tokens: tokens ?? 0 },
  })

/**
 * Reports that the provider missed its cache, although the compile changed nothing before this place. `tokens`: number
 * of tokens that were not read because of it; null if not reported.
 */
export const cacheMissed = (reason: string, tokens: number | null, at: readonly string[]): Diagnostic =>
  make('CX5003', {
    message: `the provider missed its cache for the request before, which began like the one before it: ${reason}`,
    at,
    notes: tokens === null ? [] : [`${formatCount(tokens, 'token')} were not read from the cache`],
    help: 'look for a change after the compile: a middleware, a proxy, a default of the client, or content at a URL',
    data: { reason, tokens },
  })

const madeAgain = 'what it does not return is made again when it is needed, for example summaries'

/** Reports that the storage of conversations failed, in this call or after the previous one. */
export const storageFailed = (why: string): Diagnostic =>
  make('CX9206', {
    message: `the storage of conversations failed: ${why}`,
    notes: [madeAgain],
    help: 'check the get and set of the storage that you passed',
    data: { why },
  })

/** Reports that the storage of conversations was not used, because the call did not name its conversation. */
export const storageUnused = (): Diagnostic =>
  make('CX9206', {
    message: 'the storage of conversations was not used, because the call has no id of its conversation',
    notes: [madeAgain],
    help: 'set the option conversation to the id of the chat, or pass compile(conversation, { id })',
    data: { why: 'no id' },
  })

export const planIgnored = (why: string): Diagnostic =>
  make('CX5002', {
    message: `the plan was not used: ${why}`,
    help: "pass the unchanged plan of the same session's last compile",
    data: { why },
  })

/** Reports that a runner's store has no leases. */
export const storeWithoutLeases = (): Diagnostic =>
  make('CX9207', {
    message: 'the store has no leases, so only one process may run its sessions',
    notes: ['a second process would call models and tools in vain, and notice messages late'],
    help: 'if several processes share the store, implement `leases` of the contract `Store`; testStore tests it',
  })
