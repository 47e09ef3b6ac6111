import { type Fields, wholeNumber } from '../../form/field.ts'

/** Check, schema and default of the field `slack`, for selectors of the newest units or turns. */
export const slack: { readonly takes: Fields; readonly usual: { readonly slack: number } } = {
  takes: {
    slack: wholeNumber(
      'turns or units',
      'Turns after which the window moves. Default: 0, so it moves with each turn.',
    ),
  },
  usual: { slack: 0 },
}
