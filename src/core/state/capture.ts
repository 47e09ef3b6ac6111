import { nothingToCapture } from '../diag/state.ts'
import { Path } from '../form/path.ts'
import { setByUser } from './change.ts'
import { defineStep } from './define.ts'
import { assertKey } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Writes the text of the last user message to a key; '' if that message has no text. Fails if there is no user message.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const session = createSession({ events: [{ author: 'user', text: 'Book a train' }] })
 * console.log(applyStep(session, S.capture('request')).session.state.request) // Book a train
 */
export function capture<const Key extends string>(key: Key): StateStep<never, Key, never> {
  assertKey(key, Path.named('S.capture').in('key'))
  return defineStep(
    'capture',
    [{ kind: 'write', by: 'capture', key, when: 'always', origin: { kind: 'user' } }],
    (_, { lastUserText }) =>
      lastUserText === null
        ? { diagnostics: [nothingToCapture(key)] }
        : { changes: [setByUser(key, lastUserText)] },
    { kind: 'S.capture', key },
  )
}
