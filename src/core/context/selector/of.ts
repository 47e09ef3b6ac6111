import type { Fields } from '../../form/field.ts'
import type { Event } from '../../ir/event.ts'
import type { Where } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { UnitTest } from '../definition/selector.ts'
import { plainTexts } from './text-test.ts'
import { whereField, whereSelector } from './where.ts'

/** Selector that counts the first or last units, with optional conditions in `of`. */
interface Counting {
  readonly of?: Where
}

/** Check and schema of the field `of`, for selectors that count units. */
export const of: Fields = {
  of: whereField('Condition for the units that are counted. Default: every unit.'),
}

/** Returns options in which the conditions of `of` are plain data. */
export const withOf = <Options extends { readonly of?: unknown }>(options: Options): Options =>
  options.of === undefined ? options : { ...options, of: plainTexts(options.of) }

/** Parts of a selector's definition that the field `of` determines. */
export const countedParts = {
  test: ({ of: asked }: Counting, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest | null =>
    asked === undefined ? null : whereSelector.test({ by: 'where', where: asked }, rows, eventAt),
  names: ({ of: asked }: Counting): readonly string[] =>
    asked === undefined ? [] : whereSelector.names({ by: 'where', where: asked }),
  mayShow: ({ of: asked }: Counting, name: string): boolean =>
    asked === undefined || whereSelector.mayShow({ by: 'where', where: asked }, name),
}
