import { readFrozenForm } from '../../form/form.ts'
import { Path } from '../../form/path.ts'
import type { Tier } from '../../ir/block.ts'
import type { Clause, FenceOptions, Operation, Selector } from '../../ir/policy.ts'
import type { CompactOptions } from '../operation/compact/compact.ts'
import type { RepeatKind } from '../operation/dedupe/dedupe.ts'
import type { FreshOptions } from '../operation/fresh/fresh.ts'
import { operations } from '../operation/operations.ts'
import type { ProjectOptions } from '../operation/project/project.ts'
import type { SummarizeOptions } from '../operation/summarize/summarize.ts'
import type { TruncateOptions } from '../operation/truncate/truncate.ts'
import { selectorOf } from '../selector/selectors.ts'
import type { Built } from './built.ts'
import { readClause } from './read-clause.ts'

/** Names of the methods of a clause. */
export type ClauseMethod = keyof ClauseMethods

/**
 * Clause that a function of `C` returns. Each method returns a new clause and may be called once; `Open` lists the
 * methods that may still be called.
 */
export type ClauseOf<Open extends ClauseMethod = ClauseMethod> = Built<Clause> &
  Pick<ClauseMethods<Open>, Open>

/** Methods of a clause. They set the tier of its units, bounds on their tokens, and operations on them. */
export interface ClauseMethods<Open extends string = string> {
  /**
   * Sets the tier of the clause's units; `important` by default. A unit that several clauses select gets the highest
   * tier among those clauses.
   */
  tier<Said extends Tier>(tier: Said): ClauseWithout<Open, 'tier' | BarredBy<Said>>
  /**
   * Reserves tokens for the clause's newest units. These units are dropped only after all other units that are not
   * critical.
   */
  atLeast(tokens: number): ClauseWithout<Open, 'atLeast'>
  /**
   * Sets an upper bound on the tokens of the clause's units; the newest units are kept. In a critical clause, units
   * beyond the bound become `important`, so they are kept as long as there is room.
   */
  atMost(tokens: number): ClauseWithout<Open, 'atMost'>
  /** Compacts long results and older user messages. Each compacted text has a handle that restores the whole text. */
  compact(options?: CompactOptions): ClauseWithout<Open, 'compact'>
  /** Drops the content of outdated results, or marks these results, so that no model answers from outdated facts. */
  fresh(options: FreshOptions): ClauseWithout<Open, 'fresh'>
  /** Puts external texts between tags, and can mark each of their words. */
  fence(options?: FenceOptions): ClauseWithout<Open, 'fence'>
  /** Cuts long tool results to a number of tokens. */
  truncate(options: TruncateOptions): ClauseWithout<Open, 'truncate'>
  /** Shows only some fields of JSON results. */
  project(options: ProjectOptions): ClauseWithout<Open, 'project'>
  /**
   * Drops a result that repeats an earlier result exactly (`exact`) or apart from white space and case (`alike`), or
   * that a later call with the same arguments replaces (`superseded`).
   */
  dedupe(which: RepeatKind): ClauseWithout<Open, 'dedupe'>
  /**
   * Replaces older units with summaries. The handler `effects.summarize` makes them before they are needed. If a
   * summary fails a check against its messages, it is not used. See `docs/summaries.md`.
   */
  summarize(options?: SummarizeOptions): ClauseWithout<Open, 'summarize'>
  /** Sends the clause's units as text, between tags that name their author. */
  render(as: 'text'): ClauseWithout<Open, 'render'>
  /** Sets an alternative clause, which is used if the original clause selects nothing. */
  orElse(clause: Built<Clause> | Clause): ClauseWithout<Open, 'orElse'>
}

/** Type of a clause after one of its methods was called, without the methods that may no longer be called. */
export type ClauseWithout<Open extends string, Said extends ClauseMethod> = ClauseOf<
  Exclude<Extract<Open, ClauseMethod>, Said>
>

/**
 * Methods that a tier excludes. With `archive` (never sent) only `orElse` is allowed, and `summarize` needs the tier
 * `important`.
 */
export type BarredBy<Said extends Tier> = [Said] extends ['archive']
  ? Exclude<ClauseMethod, 'orElse'>
  : [Said] extends ['critical' | 'supplementary']
    ? 'summarize'
    : never

/** Clause with its methods. The node contains all data of the clause. */
class ClauseValue implements Built<Clause>, ClauseMethods {
  readonly node: Clause

  constructor(node: Clause) {
    this.node = node
    Object.freeze(this)
  }

  toJSON(): Clause {
    return this.node
  }

  tier(tier: Tier) {
    return this.withField('tier', tier)
  }

  atLeast(tokens: number) {
    return this.withField('atLeast', tokens)
  }

  atMost(tokens: number) {
    return this.withField('atMost', tokens)
  }

  compact(options: CompactOptions = {}) {
    return this.withOperation('compact', options)
  }

  fresh(options: FreshOptions) {
    return this.withOperation('fresh', options)
  }

  fence(options: FenceOptions = {}) {
    return this.withOperation('fence', options)
  }

  truncate(options: TruncateOptions) {
    return this.withOperation('truncate', options)
  }

  project(options: ProjectOptions) {
    return this.withOperation('project', options)
  }

  dedupe(which: RepeatKind) {
    return this.withOperation('dedupe', { which })
  }

  summarize(options: SummarizeOptions = {}) {
    return this.withOperation('summarize', options)
  }

  render(as: 'text') {
    return this.withOperation('render', { as })
  }

  orElse(clause: Built<Clause> | Clause) {
    return this.withField('orElse', clause)
  }

  private get place(): Path {
    return Path.options(`C.${selectorOf(this.node.select).made}`)
  }

  private withField(field: 'tier' | 'atLeast' | 'atMost' | 'orElse', value: unknown): ClauseValue {
    const { node, place } = this
    if (node[field] !== undefined) throw calledTwiceError(field, place)
    // A field of a node may be missing, but the argument of a method may not. A missing argument becomes null here,
    // which the check rejects.
    return new ClauseValue(readClause({ ...node, [field]: value ?? null }, place))
  }

  private withOperation(op: Operation['op'], options: unknown): ClauseValue {
    const { node, place } = this
    if (node.operations.some(operation => operation.op === op)) throw calledTwiceError(op, place)
    const operation = { op, ...readFrozenForm(operations[op].form, options, place.in(op)) }
    return new ClauseValue(readClause({ ...node, operations: [...node.operations, operation] }, place))
  }
}

const calledTwiceError = (method: ClauseMethod, at: Path) =>
  at.wrong(`has ${method} already`, { help: 'use it once; another clause can differ' })

/** Returns a clause with this selector. */
export const clauseOf = (select: Selector): ClauseOf =>
  new ClauseValue(
    Object.freeze({ kind: 'clause', select, operations: Object.freeze([]), when: Object.freeze([]) }),
  )
