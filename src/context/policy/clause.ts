import type { Clause, Operation, Selector } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'
import { readFields } from '../../validate/form.ts'
import { Path } from '../../validate/path.ts'
import type { CompactOptions } from '../operation/compact/compact.ts'
import type { Repeat } from '../operation/dedupe/dedupe.ts'
import { operations } from '../operation/operations.ts'
import type { ProjectOptions } from '../operation/project/project.ts'
import type { TruncateOptions } from '../operation/truncate/truncate.ts'
import { selectorOf } from '../selector/selectors.ts'
import type { Built } from './built.ts'
import { readClause } from './read-clause.ts'

/** Names of the methods of a clause. */
export type ClauseMethod = keyof ClauseMethods

/** A clause as `C` makes it. Each method gives a new one; each may be said once: `Open` are those that were not. */
export type ClauseOf<Open extends ClauseMethod = ClauseMethod> = Built<Clause> &
  Pick<ClauseMethods<Open>, Open>

/** Methods of a clause: its units' tier, bounds on their tokens, and the operations on them. */
export interface ClauseMethods<Open extends string = string> {
  /** Sets the tier of its units; `important` by default. If several clauses select a unit, the highest counts. */
  tier<Said extends Tier>(tier: Said): ClauseWithout<Open, 'tier' | BarredBy<Said>>
  /** Tokens of its newest units that go last of all that is not critical. */
  atLeast(tokens: number): ClauseWithout<Open, 'atLeast'>
  /** The most tokens that its units may take: the newest stay. */
  atMost(tokens: number): ClauseWithout<Open, 'atMost'>
  /** Long results are shown short, with a handle that brings them back. */
  compact(options?: CompactOptions): ClauseWithout<Open, 'compact'>
  /** Long results are cut. */
  truncate(options: TruncateOptions): ClauseWithout<Open, 'truncate'>
  /** Results that are JSON are shown with some of their fields. */
  project(options: ProjectOptions): ClauseWithout<Open, 'project'>
  /** A result that was there before is not told again (`exact`), or one that a later call with the same arguments replaces. */
  dedupe(which: Repeat): ClauseWithout<Open, 'dedupe'>
  /** Its units are told as words, between tags that name who said them. */
  render(as: 'text'): ClauseWithout<Open, 'render'>
  /** Stands for it where it selects nothing. */
  orElse(clause: Built<Clause> | Clause): ClauseWithout<Open, 'orElse'>
}

/** A clause of which one more thing was said. */
export type ClauseWithout<Open extends string, Said extends ClauseMethod> = ClauseOf<
  Exclude<Extract<Open, ClauseMethod>, Said>
>

/** Methods barred by a tier: all but `orElse` by `archive` (never sent), `atMost` by `critical` (never dropped). */
export type BarredBy<Said extends Tier> = [Said] extends ['archive']
  ? Exclude<ClauseMethod, 'orElse'>
  : [Said] extends ['critical']
    ? 'atMost'
    : never

/** A clause with its methods; all that it holds is its node. */
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
    return this.with('tier', tier)
  }

  atLeast(tokens: number) {
    return this.with('atLeast', tokens)
  }

  atMost(tokens: number) {
    return this.with('atMost', tokens)
  }

  compact(options: CompactOptions = {}) {
    return this.doing('compact', options)
  }

  truncate(options: TruncateOptions) {
    return this.doing('truncate', options)
  }

  project(options: ProjectOptions) {
    return this.doing('project', options)
  }

  dedupe(which: Repeat) {
    return this.doing('dedupe', { which })
  }

  render(as: 'text') {
    return this.doing('render', { as })
  }

  orElse(clause: Built<Clause> | Clause) {
    return this.with('orElse', clause)
  }

  private get place(): Path {
    return Path.named(`C.${selectorOf(this.node.select).made}`)
  }

  private with(field: 'tier' | 'atLeast' | 'atMost' | 'orElse', value: unknown): ClauseValue {
    const { node, place } = this
    if (node[field] !== undefined) throw saidTwice(field, place)
    // A field that is left out is no mistake in a node; a method without its argument is one.
    return new ClauseValue(readClause({ ...node, [field]: value ?? null }, place))
  }

  private doing(op: Operation['op'], options: unknown): ClauseValue {
    const { node, place } = this
    if (node.operations.some(operation => operation.op === op)) throw saidTwice(op, place)
    const operation = { op, ...readFields(operations[op].form, options, place.in(op)) }
    return new ClauseValue(readClause({ ...node, operations: [...node.operations, operation] }, place))
  }
}

const saidTwice = (method: ClauseMethod, at: Path) =>
  at.wrong(`says ${method} already`, { help: 'say it once; another clause may say it otherwise' })

/** The clause that selects so. */
export const clauseOf = (select: Selector): ClauseOf =>
  new ClauseValue(
    Object.freeze({ kind: 'clause', select, operations: Object.freeze([]), when: Object.freeze([]) }),
  )
