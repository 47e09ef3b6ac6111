import { never, type SelectorDefinition } from '../definition/selector.ts'

/** Selector of no unit. */
export const noneSelector: SelectorDefinition<'none'> = {
  by: 'none',
  made: 'none',
  form: { title: 'No unit.' },
  goesBy: 'position',
  slides: false,
  reach: () => [never, never],
  names: () => [],
  mayShow: () => false,
}
