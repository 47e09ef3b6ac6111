import type { Origins } from '../../ir/policy.ts'
import { readAnyKey } from '../../template/key.ts'
import { oneOf } from '../../validate/check.ts'
import { type Form, readTagged } from '../../validate/form.ts'
import type { Path } from '../../validate/path.ts'
import { listOfSome, words } from '../../validate/quantities.ts'
import { relevantForm } from '../relevant/declare.ts'

/** How notes are written. */
export const noteFormats = ['plain', 'checklist', 'numbered'] as const

/** Where the words of a source may come from. */
export const originForms: { readonly [Of in Origins['source']]: Form } = {
  state: { needs: { keys: listOfSome(readAnyKey) } },
  template: { needs: { text: words } },
  notes: { needs: { key: readAnyKey }, takes: { format: oneOf(noteFormats) }, usual: { format: 'plain' } },
  artifact: { needs: { name: words } },
  relevant: relevantForm,
}

/** Where words come from, in the one form. Throws a TypeError that names the place (`at`) for what is none. */
export const readOrigins = (value: unknown, at: Path): Origins =>
  readTagged('source', 'source', originForms, value, at) as unknown as Origins
