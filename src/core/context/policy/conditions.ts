import type { Check } from '../../form/check.ts'
import { wrongValueError } from '../../form/describe.ts'
import { readAnyKey } from '../../template/key.ts'

/**
 * Rejects a value that is neither a key of the state nor a function of the state. In plain data, only keys are allowed.
 */
export const checkCondition: Check = (value, at) => {
  if (typeof value === 'function' && !at.isData) return
  if (typeof value !== 'string')
    throw wrongValueError(
      at.isData ? 'a key of the state' : 'a key of the state, or a function of the state',
      value,
      at,
    )
  readAnyKey(value, at)
}
