import type { FindingNote } from '../diag/collect.ts'
import type { Edit } from '../ir/edit.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { StringOrigins } from '../map/origins.ts'
import type { Rest } from './automaton.ts'
import { CheckedMessages, countCommonItems } from './checked.ts'

/** A broken rule, and its place in the request. */
export interface Violation {
  readonly rule: string
  /** JSON pointer into the request. */
  readonly pointer: string
  readonly message: string
}

/** Callback that reports a broken rule. */
export type Report = (pointer: string, message: string) => void

/** A request under construction. Fixes change the request itself. */
export interface Draft<Request, Rules> {
  readonly request: Request
  readonly facts: ModelFacts<Rules>
  readonly origins: StringOrigins
  readonly note: (note: FindingNote) => void
  /** Records an edit of a message, or of the unit that the message came from. */
  readonly edit: (message: object, edit: Edit) => void
  /** Messages at the start that the previous draft had too, and that no fix had to change. */
  readonly unchanged: readonly object[]
}

/** One requirement of a provider on the request body. */
export interface Rule<Request, Rules, Message extends object = object> {
  /** Id of the rule in `docs/rules.md`. */
  readonly id: string
  readonly title: string
  /** Document or report that the rule comes from. */
  readonly source: string
  /** Changes a draft so that it follows the rule. Calling it a second time changes nothing. */
  readonly fix?: (draft: Draft<Request, Rules>) => void
  /**
   * Check of a single message. `request` contains the fields before the history. The check runs once for each message.
   */
  readonly message?: (
    message: Message,
    report: (text: string, inside?: string) => void,
    facts: ModelFacts<Rules>,
    request: Request,
  ) => void
  /**
   * Check of the whole request. A rule about the order of messages has no check here: the table's `order` checks it.
   */
  readonly check?: (request: Request, report: Report, facts: ModelFacts<Rules>) => void
}

/** A target's rules: one row for each rule, and one pass over the messages that checks all rules about order. */
export interface RuleTable<Request, Rules, Message extends object = object> {
  readonly rows: readonly Rule<Request, Rules, Message>[]
  /** JSON pointer of a request's messages, and the function that returns them. */
  readonly messages: readonly [pointer: string, of: (request: Request) => readonly Message[]]
  /**
   * Check of the order of messages, beginning at the last of `rests`. Adds to `rests` the places at which a later check
   * may begin.
   */
  readonly order: (
    request: Request,
    report: (rule: string, pointer: string, message: string) => void,
    facts: ModelFacts<Rules>,
    rests?: Rest[],
  ) => void
}

/** Rules of any target, for callers that do not know the type of its requests. */
export type AnyRules<Rules> = Pick<RuleTable<never, Rules, never>, 'rows' | 'order'> & {
  readonly messages: readonly [pointer: string, of: (request: never) => readonly object[]]
}

/** Runs the fixes of all rules, in the order of the rows. */
export function runFixes<Request, Rules, Message extends object>(
  table: RuleTable<Request, Rules, Message>,
  draft: Omit<Draft<Request, Rules>, 'unchanged'>,
  { unchanged }: CheckedMessages = new CheckedMessages(),
): void {
  const messagesOf = table.messages[1]
  const written = [...messagesOf(draft.request)]
  const known = { ...draft, unchanged: written.slice(0, unchanged.countCommonWith(written)) }
  for (const rule of table.rows) rule.fix?.(known)
  written.length = countCommonItems(written, messagesOf(draft.request))
  unchanged.storeItems(written)
}

/**
 * Runs all checks. An empty list means that the provider accepts the request, as far as ctxc knows. Messages that were
 * already checked in an earlier request with the same head are not checked again.
 */
export function runChecks<Request, Rules, Message extends object>(
  table: RuleTable<Request, Rules, Message>,
  request: Request,
  facts: ModelFacts<Rules>,
  checked: CheckedMessages = new CheckedMessages(),
): readonly Violation[] {
  const violations: Violation[] = []
  const addViolation = (rule: string, pointer: string, message: string): void => {
    violations.push({ rule, pointer, message })
  }
  const [base, messagesOf] = table.messages
  const messages = messagesOf(request)
  const legal = checked.legal.countCommonWith(messages)
  const rests = checked.restsBefore(legal)
  table.order(request, addViolation, facts, rests)
  let index = legal
  const checks = table.rows.flatMap(({ id, message: check }) =>
    check === undefined
      ? []
      : {
          check,
          report: (text: string, inside = '') => addViolation(id, `${base}/${index}${inside}`, text),
        },
  )
  for (; index < messages.length; index++) {
    const message = messages[index] as Message
    if (checked.sound.has(message)) continue
    const before = violations.length
    for (const { check, report } of checks) check(message, report, facts, request)
    if (violations.length === before) checked.sound.add(message)
  }
  if (violations.length === 0) checked.keepLegal(messages, rests)
  for (const rule of table.rows)
    rule.check?.(request, (pointer, message) => addViolation(rule.id, pointer, message), facts)
  return violations
}
