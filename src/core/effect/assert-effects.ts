import { assertFunction, check, isText, objectCheck, oneOf, share, trueOrFalse } from '../form/check.ts'
import type { Path } from '../form/path.ts'
import { targetNames } from '../ir/target-name.ts'

const count = check('a whole number from 1', value => Number.isSafeInteger(value) && (value as number) > 0)
const id = check('a text that names what does it', value => isText(value) && value !== '')
const version = check('a text', isText)

const handlerCheck = (more: Parameters<typeof objectCheck>[0], needs: readonly string[] = []) =>
  objectCheck({ id, version, run: (value, at) => void assertFunction(value, at), ...more }, [
    ...['id', 'run'],
    ...needs,
  ])

const lifetime = check(
  'a whole number of seconds from 120',
  value => Number.isSafeInteger(value) && (value as number) >= 120,
)
const price = check('a number from 0', value => Number.isFinite(value) && (value as number) >= 0)
const prices = objectCheck({ input: price, read: price, storage: price }, ['input', 'read', 'storage'])

/** Rejects a malformed handler of embeddings. */
export const embedHandler = handlerCheck({ batch: count })

/** Rejects a malformed handler of summaries. */
export const summarizeHandler = handlerCheck({})

/** Throws a TypeError for an invalid option `effects`. */
export const assertEffects: (value: unknown, at: Path) => void = objectCheck({
  embed: embedHandler,
  summarize: summarizeHandler,
  extract: handlerCheck({}),
  cache: handlerCheck({ ttl: lifetime, reads: count, implicit: share, prices, delete: assertFunction }),
  compact: handlerCheck({ reads: count, inline: trueOrFalse }),
  count: handlerCheck({ target: oneOf(targetNames) }, ['target']),
  concurrency: count,
})
