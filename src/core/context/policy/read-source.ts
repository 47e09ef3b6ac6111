import { wrongValueError } from '../../form/describe.ts'
import { familyField } from '../../form/family.ts'
import { positiveCountField } from '../../form/field.ts'
import { type FormOf, readForm } from '../../form/form.ts'
import type { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import type { Source } from '../../ir/policy.ts'
import { sourceFamily } from '../source/sources.ts'
import { unwrapNode } from './built.ts'
import { frozenList, tierField, whenField } from './read-clause.ts'

/** Check and schema of a source, without the field `kind`. */
export const sourceForm: FormOf<Omit<Source, 'kind' | 'when'> & Partial<Pick<Source, 'when'>>> = {
  title: 'A context block: text that is not part of the session.',
  needs: { from: familyField(sourceFamily) },
  takes: {
    tier: tierField,
    atMost: positiveCountField('tokens', 'Maximum tokens. Longer text is truncated.'),
    when: whenField,
  },
  usual: { when: Object.freeze([]) },
}

/** Reads a source into its normalized form. Throws a TypeError that names the place (`at`) of an invalid source. */
export function readSource(input: unknown, at: Path): Source {
  const given = unwrapNode(input, at)
  if (!isObject(given) || given.kind !== 'source') throw wrongValueError('a source', input, at)
  const { kind, ...fields } = given
  const read = readForm(sourceForm, fields, at)
  return Object.freeze({ kind, ...read, when: frozenList(read.when) }) as unknown as Source
}
