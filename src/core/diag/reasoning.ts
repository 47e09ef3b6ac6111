import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

/** Reasons why reasoning could not be sent, as text. */
const reasons = {
  'other provider': 'another provider made it',
  'other model family': 'a model of another family made it',
  'unknown model': 'the model is unknown, and may not read it',
  'what precedes it changed': 'the text before it changed',
  'there is no room for it': 'the budget has no room for it',
  'told as words': 'the answer is sent as text',
  'no form to replay': 'the target has no field for it',
  'it has no signature': 'it has no signature',
  'broken seal': 'its sealed content is not text',
  'what it led to is gone': 'the call or text after it was dropped',
  'model does not reason': 'the model does not reason',
  'its id was there before': 'its id was used before',
  'it held a protected value': 'it held a protected value, and a provider takes it back only unchanged',
} as const

/** Reason why reasoning could not be sent. */
export type ReasoningLoss = keyof typeof reasons

const code = 'CX7007'

/** Whether a kind of note reports reasoning that could not be sent. */
export const isReasoningLoss = (kind: string): boolean => kind.startsWith(code)

/** Returns the kind of the notes that report lost reasoning. */
export const reasoningLossKind = (why: ReasoningLoss, forBudget = false): string =>
  `${code} ${why}${forBudget ? ' budget' : ''}`

/** Returns why reasoning could not be sent, from the kind of a note; null for any other kind. */
export function whyReasoningLost(kind: string): ReasoningLoss | null {
  const why = kind.slice(code.length + 1).replace(/ budget$/, '')
  return isReasoningLoss(kind) && Object.hasOwn(reasons, why) ? (why as ReasoningLoss) : null
}

/**
 * Reports reasoning of earlier answers that is not sent back. This is a warning if the reasoning was dropped to keep to
 * a budget.
 */
export const reasoningLeftOut = (why: ReasoningLoss, at: At, forBudget = false): Diagnostic =>
  make('CX7007', {
    message: `${formatCount(at.length, 'reasoning part')} ${at.length === 1 ? 'was' : 'were'} dropped: ${reasons[why]}`,
    at,
    ...((forBudget || why === 'there is no room for it') && {
      level: 'warn',
      help: 'raise the budget: the model thinks again, and is billed for it, where its reasoning is lost',
    }),
    ...(forBudget && { notes: ['history before it was dropped or shortened to stay within the budget'] }),
    data: { why },
  })

/** Describes between which places the content changed to which reasoning is bound. */
const changedAfter = (after: string | null): string =>
  after === null
    ? 'it is the first reasoning of the request: the instruction, the tools or a message before it changed'
    : `${after}: the provider used this reasoning, so what changed is after it`

/**
 * Reports reasoning of the previous request that the provider did not use, with the provider's reason. `after`: the
 * last reasoning before it, which the provider used; null for none, undefined if this is not known.
 */
export const reasoningUnused = (
  reason: string,
  used: boolean,
  at: At,
  after: string | null | undefined,
): Diagnostic =>
  make('CX7007', {
    message: used
      ? `the provider read ${formatCount(at.length, 'reasoning part')} of the request before only because the account is old: ${reason}`
      : `the provider dropped ${formatCount(at.length, 'reasoning part')} of the request before: ${reason}`,
    at,
    level: 'warn',
    help: /prefix/.test(reason)
      ? 'find what changed before it: npx ctxc diff compares two requests'
      : 'send it to a model, an account and an end user that may read it',
    ...(/prefix/.test(reason) && after !== undefined && { notes: [changedAfter(after)] }),
    data: { why: 'the provider dropped it', reason, used, ...(after !== undefined && { after }) },
  })

/** Reports reasoning that does not name the model that produced it. */
export const producerAssumed = (model: string, at: At): Diagnostic =>
  make('CX7009', {
    message: `the history does not say which model made its reasoning, so '${model}' is assumed`,
    at,
    help: 'name the model when you import: fromAnthropic(messages, { model })',
    data: { model },
  })
