import { type Check, isText, listOf } from '../../form/check.ts'
import { wrongValueError } from '../../form/describe.ts'
import { secretKinds } from '../detect/secret-kinds.ts'
import { unnamedKinds } from '../redaction.ts'

/** Check of the kinds of values that a person may see again. Secrets are never shown. */
export const shownKindsCheck: Check = listOf((value, at) => {
  if (!isText(value)) throw wrongValueError('a kind of values, such as email', value, at)
  if (secretKinds.has(value))
    throw at.wrong(`must be no kind of secret, got '${value}': secrets are never shown`)
  if (unnamedKinds.has(value))
    throw at.wrong(`must say what the values are, got '${value}'`, {
      help: 'find them by a detector, and name its id',
    })
})
