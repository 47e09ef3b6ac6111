import { Path } from '../../form/path.ts'
import type { Tier } from '../../ir/block.ts'
import type { Origins, Source } from '../../ir/policy.ts'
import type { Built } from './built.ts'
import { readSource } from './read-source.ts'

/** Names of the methods of a source. */
export type SourceMethod = keyof SourceMethods

/**
 * Source that a function of `C` returns. Each method returns a new source and may be called once; `Open` lists the
 * methods that may still be called. The state must have the keys in `Reads`.
 */
export type SourceOf<
  Reads extends string = string,
  Open extends SourceMethod = SourceMethod,
> = Built<Source> &
  Pick<SourceMethods<Reads, Open>, Open> & {
    /** Phantom field: only the type has it, never the value. */
    readonly '~reads'?: Reads
  }

/** Methods of a source. They set its tier and its size. */
export interface SourceMethods<Reads extends string = string, Open extends string = string> {
  /** Sets the tier of the source; `important` by default. */
  tier(tier: Tier): SourceWithout<Reads, Open, 'tier'>
  /** Sets an upper bound on the tokens of the source. Text beyond the bound is cut. */
  atMost(tokens: number): SourceWithout<Reads, Open, 'atMost'>
}

/** Type of a source after one of its methods was called, without the methods that may no longer be called. */
export type SourceWithout<Reads extends string, Open extends string, Said extends SourceMethod> = SourceOf<
  Reads,
  Exclude<Extract<Open, SourceMethod>, Said>
>

/** Source with its methods. The node contains all data of the source. */
class SourceValue implements Built<Source>, SourceMethods {
  readonly node: Source

  constructor(node: Source) {
    this.node = node
    Object.freeze(this)
  }

  toJSON(): Source {
    return this.node
  }

  tier(tier: Tier) {
    return this.withSourceField('tier', tier)
  }

  atMost(tokens: number) {
    return this.withSourceField('atMost', tokens)
  }

  private withSourceField(field: SourceMethod, value: unknown): SourceValue {
    const { node } = this
    const place = Path.options(`C.${node.from.source}`)
    if (node[field] !== undefined) throw place.wrong(`has ${field} already`, { help: 'use it once' })
    // A field of a node may be missing, but the argument of a method may not. A missing argument becomes null here,
    // which the check rejects.
    return new SourceValue(readSource({ ...node, [field]: value ?? null }, place))
  }
}

/** Returns a source whose text comes from this origin. */
export const sourceOf = <Reads extends string>(from: Origins): SourceOf<Reads> =>
  new SourceValue(Object.freeze({ kind: 'source', from, when: Object.freeze([]) })) as SourceOf<Reads>
