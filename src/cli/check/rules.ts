import type { CheckRule } from './finding.ts'
import { budgets } from './rules/budget.ts'
import { changedByOwnTools } from './rules/changed-by-tools.ts'
import { collisions } from './rules/collisions.ts'
import { answersAsLists, asyncConditions } from './rules/conditions.ts'
import { contextNames } from './rules/context-names.ts'
import { expandTools } from './rules/expand-tool.ts'
import { missingFields } from './rules/fields.ts'
import { inferredKeys } from './rules/inferred-key.ts'
import { unknownInstructions, volatileText } from './rules/instructions.ts'
import { lostWords } from './rules/lost-words.ts'
import { missingKeys } from './rules/missing-key.ts'
import { neverRead } from './rules/never-read.ts'
import { phases } from './rules/phases.ts'
import { stepsWithoutKey } from './rules/step-without-key.ts'
import { toldTwiceRule } from './rules/told-twice.ts'
import { tooShort } from './rules/too-short.ts'
import { doubledNames, globalsBelowRoots, handingOver } from './rules/tree.ts'
import { trust } from './rules/trust.ts'
import { uncheckedSchemas } from './rules/unchecked-schema.ts'
import { unenforcedSchemas } from './rules/unenforced-schema.ts'
import { unguarded } from './rules/unguarded.ts'
import { unreached } from './rules/unreached.ts'

/** All rules of `check`, in the order in which their findings are reported. */
export const checkRules: readonly CheckRule[] = [
  missingKeys,
  toldTwiceRule,
  lostWords,
  collisions,
  neverRead,
  stepsWithoutKey,
  unreached,
  phases,
  asyncConditions,
  answersAsLists,
  doubledNames,
  handingOver,
  globalsBelowRoots,
  contextNames,
  expandTools,
  missingFields,
  volatileText,
  unknownInstructions,
  trust,
  changedByOwnTools,
  unguarded,
  budgets,
  tooShort,
  unenforcedSchemas,
  uncheckedSchemas,
  inferredKeys,
]
