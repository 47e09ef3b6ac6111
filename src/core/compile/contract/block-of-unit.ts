import type { Block } from '../../ir/block.ts'
import type { SentUnit } from './result.ts'

/** Functions that make the blocks of sent units, kept here because a result is public and a block is not. */
const blocks = new WeakMap<SentUnit, () => Block>()

/** Keeps the function that makes a sent unit's block, and returns the unit. */
export function withBlock(unit: SentUnit, make: () => Block): SentUnit {
  blocks.set(unit, make)
  return unit
}

/**
 * Returns the block of a sent unit, after the operations of the policy, so that an adapter can write it in another
 * form.
 */
export function blockOfUnit(unit: SentUnit): Block {
  const make = blocks.get(unit)
  if (make === undefined) throw new TypeError('the unit is not from a result of compile')
  return make()
}
