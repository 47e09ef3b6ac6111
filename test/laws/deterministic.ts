import type { Compiled } from '../../src/index.ts'
import { outcomeOf } from './case.ts'
import type { Law } from './law.ts'

const everything = ({ names, map, ...rest }: Compiled): string => JSON.stringify([rest, map])

/** Law 3: the same input, read and compiled again, gives the same bytes. */
export const deterministic: Law = {
  name: '3 deterministic',
  async check({ input, result }) {
    const again = await outcomeOf(input)
    return everything(result) === everything(again.result) ? [] : ['a second compile gives something else']
  },
}
