import { type Fields, wholeNumber } from '../../validate/field.ts'

/** The field `slack` of selectors of the newest units or turns. */
export const slack: { readonly takes: Fields; readonly usual: { readonly slack: number } } = {
  takes: {
    slack: wholeNumber('turns or units', 'It moves on only every so many; left out or 0: with each.'),
  },
  usual: { slack: 0 },
}
