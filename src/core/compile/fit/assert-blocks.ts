import { describe } from '../../form/describe.ts'
import { gave } from '../../form/gave.ts'
import { isObject } from '../../ir/json.ts'
import type { NewBlock, WindowBlock } from '../../pass/pass.ts'
import { assertGiven } from '../../pass/run-local.ts'
import { isPromise } from '../../text/promise.ts'

/** Throws a TypeError unless a window pass returned a list of valid blocks. */
export function assertPassBlocks(given: unknown): asserts given is readonly (WindowBlock | NewBlock)[] {
  assertGiven(given)
  if (!Array.isArray(given)) throw gave(`${describe(given)}, no list of blocks`)
  // Every block is checked, because each promise in the list needs a handler for its rejection.
  const faults = Array.from(given, faultOf)
  const index = faults.findIndex(fault => fault !== null)
  if (index >= 0) throw gave(`a list that holds ${faults[index]} at ${index}`)
}

function faultOf(block: unknown): string | null {
  if (isPromise(block)) return 'a promise (passes are sync)'
  return isObject(block) ? null : describe(block)
}
