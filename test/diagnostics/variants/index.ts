import { checkedVariants } from './checked.ts'
import { dataVariants } from './data.ts'
import { declaredVariants } from './declared.ts'
import { historyVariants } from './history.ts'
import { liveVariants } from './live.ts'
import type { Variant } from './variant.ts'

/** All cases beside the examples of the explain pages. */
export const variants: readonly Variant[] = [
  ...checkedVariants,
  ...dataVariants,
  ...historyVariants,
  ...declaredVariants,
  ...liveVariants,
]
