import type { SelectorDefinition } from '../definition/selector.ts'
import { isMessage } from './speaker.ts'

/** Selector of the units of users and developers. */
export const users: SelectorDefinition<'users'> = {
  by: 'users',
  made: 'userOnly',
  form: { title: 'Messages of users and developers.' },
  goesBy: 'content',
  test: (_, rows) => unit => isMessage(rows, unit),
  names: () => [],
  mayShow: () => false,
}
