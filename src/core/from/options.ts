import { type Check, check, isText, trueOrFalse } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { modelId } from '../form/quantities.ts'
import { authorName } from '../session/assert-author.ts'
import type { ImportOptions } from './conversation.ts'

/** Options common to all importers. */
const takes = {
  model: modelId,
  author: authorName,
  id: check('the id of a session', isText),
  untrusted: trueOrFalse,
} satisfies Record<keyof ImportOptions, Check>

/** Throws a TypeError if an option of an importer is invalid; `own` names the flags that only this importer has. */
export function assertImportOptions(
  importer: string,
  options: ImportOptions,
  own: readonly string[] = [],
): void {
  const flags = Object.fromEntries(own.map(flag => [flag, trueOrFalse]))
  const form: OptionsForm<ImportOptions> = { takes: { ...takes, ...flags }, such: "{ model: 'gpt-5.4' }" }
  readOptions(form, options, importer)
}
