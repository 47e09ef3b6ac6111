import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Phrases for work that was not done, by kind. */
const undone = {
  embed: (count: number) => `${counted(count, 'text')} ${count === 1 ? 'has' : 'have'} no embedding`,
  recall: (count: number) => `${counted(count, 'source')} ${count === 1 ? 'has' : 'have'} no memories`,
  summarize: (count: number) =>
    `${counted(count, 'range')} of messages ${count === 1 ? 'has' : 'have'} no summary`,
  cache: (count: number) => `the beginning of ${counted(count, 'request')} is in no cache`,
}

type Kind = keyof typeof undone

/** Reports work that needs a handler, if the caller gave none. */
export const noHandler = (kind: Kind, at: readonly string[]): Diagnostic =>
  make('CX9201', {
    message: `${undone[kind](at.length)}: compile was given no handler for that`,
    at,
    help: `give it one, effects: { ${kind}: { id, run } }, or ask for nothing that needs it`,
    data: { kind },
  })

/**
 * Reports that a handler failed or returned an unusable value: now, or in an earlier compile whose events are in the
 * session.
 */
export const effectFailed = (
  failure: { readonly kind: Kind; readonly handler: string; readonly why: string },
  at: readonly string[],
): Diagnostic =>
  make('CX9202', {
    message: `${undone[failure.kind](at.length)}: '${failure.handler}' failed: ${failure.why}`,
    at,
    notes: ['the request is made without; nothing else is lost'],
    help: 'it is not tried again once its event is in the session: append no event of result.events with an error, or give the handler another version',
    data: failure,
  })

/** Reports that compile no longer waited for a handler. */
export const effectNotAwaited = (kind: Kind, isLast: boolean, at: readonly string[]): Diagnostic =>
  make('CX9203', {
    message: `${undone[kind](at.length)}: ${isLast ? 'it was asked for after the last round' : 'waiting was stopped by the signal'}`,
    at,
    notes: ['the request is made without; nothing else is lost'],
    help: isLast
      ? 'append result.events: the next compile asks for it at once'
      : 'the next compile asks for it again: give it more time, or append what was made so far, result.events',
    data: { kind, why: isLast ? 'rounds' : 'signal' },
  })

/** Reports that older messages were dropped before their summary was there. */
export const summaryNotThere = (at: readonly string[]): Diagnostic =>
  make('CX9204', {
    message: 'older messages were dropped, and no summary of them was there yet',
    at,
    help: 'do the work of result.wants after each answer, as a runner does: await resolveWants(result, { effects })',
  })

/** Reports statements of a summary that its messages do not have. */
export const statementsRefused = (
  refusal: { readonly handler: string; readonly refused: number; readonly of: number; readonly why: string },
  at: readonly string[],
): Diagnostic =>
  make('CX9205', {
    message: `${refusal.refused} of the ${counted(refusal.of, 'statement')} of a summary by '${refusal.handler}' were dropped: ${refusal.why}`,
    at,
    notes: [
      'they have numbers, quotes, paths or names that the messages do not have, or refer to other messages',
    ],
    help: 'look at actions.effect of the event with the outcome: it lists them',
    data: refusal,
  })
