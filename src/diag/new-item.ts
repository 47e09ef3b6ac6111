import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports the caller's items of an unknown type, sent unchanged to the API that has their format. */
export const newItemSent = (type: string, at: readonly string[]): Diagnostic =>
  make('CX7027', {
    message: `${counted(at.length, 'item')} of type '${type}' ${at.length === 1 ? 'is' : 'are'} sent unchanged, although this version of ctxc does not know the type`,
    at,
    notes: ['an API that is newer than this version may know it; one that does not refuses the request'],
    help: 'remove the item, or give its words as text, if the API does not document the type',
    data: { type },
  })
