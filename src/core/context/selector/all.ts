import { never, type SelectorDefinition } from '../definition/selector.ts'

/** Selector of every unit. */
export const allSelector: SelectorDefinition<'all'> = {
  by: 'all',
  made: 'all',
  form: { title: 'Every unit.' },
  goesBy: 'position',
  slides: false,
  reach: () => [0, never],
  names: () => [],
  mayShow: () => true,
}
