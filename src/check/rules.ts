import type { Rule } from './finding.ts'
import { collisions } from './rules/collisions.ts'
import { missingKeys } from './rules/missing-key.ts'

/** Every rule, in the order in which its findings are told. */
export const rules: readonly Rule[] = [missingKeys, collisions]
