import type { FindingNote } from '../diag/collect.ts'
import type { Edit } from '../ir/edit.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { StringOrigins } from '../map/origins.ts'
import type { Rest } from './automaton.ts'
import { CheckedMessages, common } from './checked.ts'

/** A broken rule, and its place in the request. */
export interface Violation {
  readonly rule: string
  /** JSON pointer into the request. */
  readonly pointer: string
  readonly message: string
}

/** Callback that reports a broken rule. */
export type Report = (pointer: string, message: string) => void

/** A request under construction: fixes change it in place. */
export interface Draft<Request, Rules> {
  readonly request: Request
  readonly facts: ModelFacts<Rules>
  readonly origins: StringOrigins
  readonly note: (note: FindingNote) => void
  /** Records an edit of a message, or of the unit that it came from. */
  readonly edit: (message: object, edit: Edit) => void
  /** Messages at the beginning that the draft before had too, and that no fix had to change. */
  readonly unchanged: readonly object[]
}

/** One thing that a provider demands of a request body. */
export interface Rule<Request, Rules, Message extends object = object> {
  /** Row of the rule in `docs/rules.md`. */
  readonly id: string
  readonly title: string
  /** Document or report that the rule comes from. */
  readonly source: string
  /** Makes a draft comply; running it twice changes nothing more. */
  readonly fix?: (draft: Draft<Request, Rules>) => void
  /** Check of one message by itself, given what comes before the history; it runs once for each message. */
  readonly message?: (
    message: Message,
    report: (text: string, inside?: string) => void,
    facts: ModelFacts<Rules>,
    request: Request,
  ) => void
  /** Check of the whole request. A rule about order has neither check: the automaton checks it. */
  readonly check?: (request: Request, report: Report, facts: ModelFacts<Rules>) => void
}

/** A target's rules: rows, and an automaton that checks all rules about order in one walk over the messages. */
export interface RuleTable<Request, Rules, Message extends object = object> {
  readonly rows: readonly Rule<Request, Rules, Message>[]
  /** Pointer and getter of a request's messages. */
  readonly messages: readonly [pointer: string, of: (request: Request) => readonly Message[]]
  /** Messages before the last of `rests` are known to be in order; further places from which a walk may begin are added. */
  readonly order: (
    request: Request,
    report: (rule: string, pointer: string, message: string) => void,
    facts: ModelFacts<Rules>,
    rests?: Rest[],
  ) => void
}

/** Rules of some target, for callers that need not know the type of its requests. */
export type AnyRules<Rules> = Pick<RuleTable<never, Rules, never>, 'rows' | 'order'> & {
  readonly messages: readonly [pointer: string, of: (request: never) => readonly object[]]
}

/** Runs every fix, in the order of the rows. */
export function fix<Request, Rules, Message extends object>(
  table: RuleTable<Request, Rules, Message>,
  draft: Omit<Draft<Request, Rules>, 'unchanged'>,
  { unchanged }: CheckedMessages = new CheckedMessages(),
): void {
  const messagesOf = table.messages[1]
  const written = [...messagesOf(draft.request)]
  const known = { ...draft, unchanged: written.slice(0, unchanged.commonWith(written)) }
  for (const rule of table.rows) rule.fix?.(known)
  written.length = common(written, messagesOf(draft.request))
  unchanged.keep(written)
}

/**
 * Runs every check; an empty list means that the provider accepts the request, as far as is known. What was checked
 * before, in a request with the same head, is not checked again.
 */
export function verify<Request, Rules, Message extends object>(
  table: RuleTable<Request, Rules, Message>,
  request: Request,
  facts: ModelFacts<Rules>,
  checked: CheckedMessages = new CheckedMessages(),
): readonly Violation[] {
  const violations: Violation[] = []
  const add = (rule: string, pointer: string, message: string): void => {
    violations.push({ rule, pointer, message })
  }
  const [base, messagesOf] = table.messages
  const messages = messagesOf(request)
  const legal = checked.legal.commonWith(messages)
  const rests = checked.restsBefore(legal)
  table.order(request, add, facts, rests)
  for (let index = legal; index < messages.length; index++) {
    const message = messages[index] as Message
    if (checked.sound.has(message)) continue
    const before = violations.length
    for (const rule of table.rows)
      rule.message?.(
        message,
        (text, inside = '') => add(rule.id, `${base}/${index}${inside}`, text),
        facts,
        request,
      )
    if (violations.length === before) checked.sound.add(message)
  }
  if (violations.length === 0) checked.keepLegal(messages, rests)
  for (const rule of table.rows)
    rule.check?.(request, (pointer, message) => add(rule.id, pointer, message), facts)
  return violations
}
