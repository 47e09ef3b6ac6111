import type { Origins, Source } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'
import { Path } from '../../validate/path.ts'
import type { Built } from './built.ts'
import { readSource } from './read-source.ts'

/** Names of the methods of a source. */
export type SourceMethod = keyof SourceMethods

/**
 * A source as `C` makes it. Each method gives a new one; each may be said once: `Open` are those that were not. The state
 * has to hold the keys that it reads (`Reads`).
 */
export type SourceOf<
  Reads extends string = string,
  Open extends SourceMethod = SourceMethod,
> = Built<Source> &
  Pick<SourceMethods<Reads, Open>, Open> & {
    /** Only a type: there is no such field. */
    readonly '~reads'?: Reads
  }

/** Methods of a source: its tier, and how long it may be. */
export interface SourceMethods<Reads extends string = string, Open extends string = string> {
  /** Sets the tier of the source; `important` by default. */
  tier(tier: Tier): SourceWithout<Reads, Open, 'tier'>
  /** The most tokens that it may take: what is beyond is cut. */
  atMost(tokens: number): SourceWithout<Reads, Open, 'atMost'>
}

/** A source of which one more thing was said. */
export type SourceWithout<Reads extends string, Open extends string, Said extends SourceMethod> = SourceOf<
  Reads,
  Exclude<Extract<Open, SourceMethod>, Said>
>

/** A source with its methods; all that it holds is its node. */
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
    return this.with('tier', tier)
  }

  atMost(tokens: number) {
    return this.with('atMost', tokens)
  }

  private with(field: SourceMethod, value: unknown): SourceValue {
    const { node } = this
    const place = Path.named(`C.${node.from.source}`)
    if (node[field] !== undefined) throw place.wrong(`says ${field} already`, { help: 'say it once' })
    // A field that is left out is no mistake in a node; a method without its argument is one.
    return new SourceValue(readSource({ ...node, [field]: value ?? null }, place))
  }
}

/** The source that brings these words. */
export const sourceOf = <Reads extends string>(from: Origins): SourceOf<Reads> =>
  new SourceValue(Object.freeze({ kind: 'source', from, when: Object.freeze([]) })) as SourceOf<Reads>
