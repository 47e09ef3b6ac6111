import { describe } from '../../form/describe.ts'
import { invalidResultError } from '../../form/gave.ts'
import { isObject } from '../../ir/json.ts'
import type { NewBlock, WindowBlock } from '../../pass/pass.ts'
import { assertPassResult } from '../../pass/run-local.ts'
import { isPromise } from '../../text/promise.ts'

/** Throws a TypeError unless a window pass returned a list of valid blocks. */
export function assertPassBlocks(given: unknown): asserts given is readonly (WindowBlock | NewBlock)[] {
  assertPassResult(given)
  if (!Array.isArray(given)) throw invalidResultError(`${describe(given)}, no list of blocks`)
  // Every block is checked, even after an error, so that the rejection of each promise in the list is handled.
  const faults = Array.from(given, faultOfBlock)
  const index = faults.findIndex(fault => fault !== null)
  if (index >= 0) throw invalidResultError(`a list that holds ${faults[index]} at ${index}`)
}

function faultOfBlock(block: unknown): string | null {
  if (isPromise(block)) return 'a promise (passes are sync)'
  return isObject(block) ? null : describe(block)
}
