import { check, isText, listOf, number, objectCheck, text } from '../../form/check.ts'
import { Path } from '../../form/path.ts'
import { assertOwner, type Owner } from '../../session/owner.ts'
import type { Memory, MemoryQuery } from './memory-store.ts'

const filled = check('a text', value => isText(value) && value !== '')
const some = check('a whole number from 1', value => Number.isSafeInteger(value) && (value as number) > 0)
const signal = check('an AbortSignal', value => value instanceof AbortSignal)
const memories = listOf(
  objectCheck({ id: filled, text, author: text, session: text, time: number }, ['id', 'text']),
)
const query = objectCheck({ text, top: some, exceptSession: text, signal }, ['text'])

/** Throws a TypeError for an invalid owner or memory. */
export function assertMemories(owner: Owner, given: readonly Memory[]): void {
  assertOwner(owner)
  memories(given, Path.named('memories'))
}

/** Throws a TypeError for an invalid owner or query. */
export function assertMemoryQuery(owner: Owner, given: MemoryQuery): void {
  assertOwner(owner)
  query(given, Path.named('query'))
}

/** Throws a TypeError for an invalid owner or list of ids. */
export function assertIds(owner: Owner, ids: readonly string[]): void {
  assertOwner(owner)
  listOf(filled)(ids, Path.named('ids'))
}
