import type { Origins } from '../../ir/policy.ts'
import { readAnyKey } from '../../template/key.ts'
import { oneOf } from '../../validate/check.ts'
import { type Form, readTagged } from '../../validate/form.ts'
import type { Path } from '../../validate/path.ts'
import { listOfSome, words } from '../../validate/quantities.ts'
import { relevantForm } from '../relevant/declare.ts'

/** Formats of notes. */
export const noteFormats = ['plain', 'checklist', 'numbered'] as const

/** Forms of the origins that a source's words may have. */
export const originForms: { readonly [Of in Origins['source']]: Form } = {
  state: { needs: { keys: listOfSome(readAnyKey) } },
  template: { needs: { text: words } },
  notes: { needs: { key: readAnyKey }, takes: { format: oneOf(noteFormats) }, usual: { format: 'plain' } },
  artifact: { needs: { name: words } },
  relevant: relevantForm,
}

/** Reads origins into their one form. Throws a TypeError that names the path (`at`) for anything else. */
export const readOrigins = (value: unknown, at: Path): Origins =>
  readTagged('source', 'source', originForms, value, at) as unknown as Origins
