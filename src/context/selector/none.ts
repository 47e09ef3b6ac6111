import { never, type SelectorDefinition } from '../definition/selector.ts'

/** No unit. */
export const none: SelectorDefinition<'none'> = {
  by: 'none',
  made: 'none',
  form: { title: 'No unit.' },
  goesBy: 'position',
  slides: false,
  reach: () => [never, never],
  names: () => [],
  mayShow: () => false,
}
