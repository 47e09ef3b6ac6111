import type { Form } from '../form.ts'
import { listOfSome, words } from '../must.ts'

/** Which fields of results that are JSON are shown: those that are named, or all but those. */
export type ProjectOptions =
  | {
      /** Paths of fields, as `title` and `items.*.id`. */
      readonly keep: readonly string[]
      readonly omit?: never
    }
  | {
      readonly keep?: never
      /** Paths of fields, as `title` and `items.*.id`. */
      readonly omit: readonly string[]
    }

/** Results that are JSON are shown with some of their fields. */
export const projectForm: Form = {
  takes: { keep: listOfSome(words), omit: listOfSome(words) },
  also: (value, at) => {
    const { keep, omit } = value as { keep?: unknown; omit?: unknown }
    const what = keep === undefined ? 'neither keep nor omit' : 'both keep and omit'
    if ((keep === undefined) === (omit === undefined))
      throw at.wrong(`has ${what}`, { help: 'name the fields to keep, or those to omit' })
  },
}
