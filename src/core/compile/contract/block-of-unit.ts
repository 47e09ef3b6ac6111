import type { Block } from '../../ir/block.ts'
import type { SentUnit } from './result.ts'

/** Facts about a sent unit that a result does not show. */
interface Hidden {
  /** Returns the block of the unit. */
  readonly make: () => Block
  /** Texts of the context blocks that follow the unit, between their tags. */
  readonly followers: readonly string[]
}

/** Hidden facts about sent units, kept here because a result is public and a block is not. */
const hidden = new WeakMap<SentUnit, Hidden>()

/** Keeps hidden facts about a sent unit, and returns the unit. */
export function withBlock(unit: SentUnit, facts: Hidden): SentUnit {
  hidden.set(unit, facts)
  return unit
}

/** Returns the texts of the context blocks that follow a sent unit, between their tags. */
export const contextAfterUnit = (unit: SentUnit): readonly string[] => hidden.get(unit)?.followers ?? []

/**
 * Returns the block of a sent unit, after the operations of the policy, so that an adapter can write it in another
 * form.
 */
export function blockOfUnit(unit: SentUnit): Block {
  const facts = hidden.get(unit)
  if (facts === undefined) throw new TypeError('the unit is not from a result of compile')
  return facts.make()
}
