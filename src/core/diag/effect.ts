import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Phrases that describe which result is missing, for each kind of work. */
const undone = {
  embed: (count: number) => `${formatCount(count, 'text')} ${count === 1 ? 'has' : 'have'} no embedding`,
  recall: (count: number) => `${formatCount(count, 'source')} ${count === 1 ? 'has' : 'have'} no memories`,
  summarize: (count: number) =>
    `${formatCount(count, 'range')} of messages ${count === 1 ? 'has' : 'have'} no summary`,
  compact: () => 'the history is not compacted by the provider',
  count: () => 'the provider did not count the request',
  cache: (count: number) => `the prefix of ${formatCount(count, 'request')} is in no cache`,
}

type Kind = keyof typeof undone

const appendNone =
  'to try again, change the version of the handler; in a loop of your own, append no event of result.events that has an error'

/** Advice on how to repeat the work, by kind. */
const remedies: Readonly<Record<Kind, string>> = {
  embed: appendNone,
  recall: appendNone,
  summarize:
    'see ctxc explain CX9202 for the form of a summary; the summary is requested once more when it would replace twice as much, and at once for another version of the handler',
  cache: 'it is requested again after its ttl',
  count: 'change the version of the handler to ask again; a reported usage narrows the bounds too',
  compact:
    'it is asked for once more in this turn, and again in the next one; until then the history is trimmed or summarized',
}

/** Reports work that needs a handler, if the caller passed none. */
export const noHandler = (kind: Kind, at: readonly string[]): Diagnostic =>
  make('CX9201', {
    message: `${undone[kind](at.length)}, because compile was given no ${kind === 'recall' ? "'memory' and 'owner'" : `'${kind}' handler`}`,
    at,
    help:
      kind === 'recall'
        ? 'pass memory (a store such as processMemories()) and owner to compile, the runner, or contextCompiler, or remove C.memory'
        : `pass a handler, as in effects: { ${kind}: { id, run } }, or remove what needs it`,
    data: { kind },
  })

/**
 * Reports that a handler failed or returned an unusable value, in this compile or in an earlier one that the session
 * records.
 */
export const effectFailed = (
  failure: { readonly kind: Kind; readonly handler: string; readonly why: string },
  at: readonly string[],
): Diagnostic =>
  make('CX9202', {
    message: `${undone[failure.kind](at.length)}, because of the handler '${failure.handler}': ${failure.why}`,
    at,
    notes: ['the request was made without it, and lost nothing else'],
    help: remedies[failure.kind],
    data: failure,
  })

/** Reports that messages of an earlier call were not added to a store of memories. */
export const memoriesNotAdded = (handler: string, why: string): Diagnostic =>
  make('CX9202', {
    message: `messages of an earlier call were not added to the memories, because of the store '${handler}': ${why}`,
    notes: ['the last messages of this call are added again after its answer'],
    help: 'check the method add of the store that you passed as memory',
    data: { kind: 'remember', handler, why },
  })

/** Reports that an adapter adds nothing to a store of memories, because a call names no conversation. */
export const nothingLearned = (): Diagnostic =>
  make('CX9208', {
    message: 'nothing is added to the memories, because the call has no id of its conversation',
    notes: ["without an id, two conversations would replace each other's memories"],
    help: 'set the option conversation to the id of the chat, or learn: false to add memories yourself',
  })

/** Reports that the compile stopped waiting for a handler. */
export const effectNotAwaited = (kind: Kind, isLast: boolean, at: readonly string[]): Diagnostic =>
  make('CX9203', {
    message: `${undone[kind](at.length)}, because ${isLast ? 'the work was requested after the last round' : 'the signal stopped the wait'}`,
    at,
    notes: ['the request was made without it, and lost nothing else'],
    help: isLast
      ? 'append result.events: the next compile requests the work at once'
      : 'give the handler more time, or append result.events to keep finished work: the next compile requests the rest',
    data: { kind, why: isLast ? 'rounds' : 'signal' },
  })

/** Reports that older messages were dropped before their summary was ready. */
export const summaryNotThere = (at: readonly string[]): Diagnostic =>
  make('CX9204', {
    message: 'older messages were dropped before a summary of them was ready',
    at,
    help: 'runners and middlewares make summaries after each answer; in a loop of your own, append what resolveWants(result, { effects }) returns',
  })

/** Reports statements of a summary that its messages do not support. */
export const statementsRefused = (
  refusal: { readonly handler: string; readonly refused: number; readonly of: number; readonly why: string },
  at: readonly string[],
): Diagnostic =>
  make('CX9205', {
    message: `${refusal.refused} of the ${formatCount(refusal.of, 'statement')} of a summary by '${refusal.handler}' were dropped: ${refusal.why}`,
    at,
    notes: ['their numbers, quotes, paths or names are not in the messages, or they cite other messages'],
    help: 'actions.effect of the event with the outcome lists the dropped statements',
    data: refusal,
  })
