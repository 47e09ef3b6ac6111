import { filledText, functionField } from '../../form/field.ts'
import { invalidResultError } from '../../form/gave.ts'
import { lowerTrust, type Trust } from '../../ir/trust.ts'
import { readRecordingView } from '../../state/view.ts'
import { isPromise } from '../../text/promise.ts'
import { reasonOf } from '../../text/reason.ts'
import type { SourceDefinition } from '../definition/source.ts'
import { trustIn } from './key-value.ts'

/** Source whose text a function writes from the state. */
export const textSource: SourceDefinition<'text'> = {
  source: 'text',
  form: {
    title: 'A text that a function writes from the state.',
    needs: { name: filledText('Name of the artifact.'), write: functionField },
  },
  gives: 'text',
  label: ({ name }) => name,
  // A function may read any key, and must handle missing keys itself. So the source declares no keys that it reads.
  reads: () => [],
  write({ write }, { session, origin, failures }) {
    const { state, reads } = readRecordingView(session.state)
    try {
      const words = assertWrittenText(write(state))
      // The text may contain every value that the function read, so its trust is the lowest trust of these values.
      const trust = [...reads].reduce<Trust>(
        (low, key) => lowerTrust(low, trustIn(session, key)),
        'developer',
      )
      return { runs: [[words, origin]], trust }
    } catch (error) {
      failures.push({ at: origin, why: reasonOf(error) })
      return null
    }
  },
}

/** Returns the text that a program's function returned; throws a TypeError for anything else. */
function assertWrittenText(given: unknown): string {
  if (isPromise(given)) throw invalidResultError('a promise', 'the function must be sync')
  if (given !== null && typeof given !== 'string') throw invalidResultError(`${typeof given}, and not a text`)
  return given ?? ''
}
