import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/**
 * Reports items of an unknown type that are sent unchanged, because they come from the caller and the API has their
 * format.
 */
export const newItemSent = (type: string, at: readonly string[]): Diagnostic =>
  make('CX7027', {
    message: `${formatCount(at.length, 'item')} of type '${type}' ${at.length === 1 ? 'is' : 'are'} sent unchanged, although this version of ctxc does not know the type`,
    at,
    notes: ['a newer API may know the type; an API that does not know it rejects the request'],
    help: 'if the API does not document the type, remove the item, or send its content as text',
    data: { type },
  })
