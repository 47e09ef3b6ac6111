import type { CheckRule } from './finding.ts'
import { reportOverBudget } from './rules/budget.ts'
import { reportSelfChangedPrefix } from './rules/changed-by-tools.ts'
import { reportCollisions } from './rules/collisions.ts'
import { reportAnswersAsLists, reportAsyncConditions } from './rules/conditions.ts'
import { reportUnknownContextNames } from './rules/context-names.ts'
import { reportMissingExpandTool } from './rules/expand-tool.ts'
import { missingFields } from './rules/fields.ts'
import { inferredKeys } from './rules/inferred-key.ts'
import { reportFunctionInstructions, reportVolatileText } from './rules/instructions.ts'
import { reportUnreadAnswers } from './rules/lost-words.ts'
import { reportMissingKeys } from './rules/missing-key.ts'
import { reportMovingClauses } from './rules/moving-clause.ts'
import { reportNeverRead } from './rules/never-read.ts'
import { reportPhases } from './rules/phases.ts'
import { stepsWithoutKey } from './rules/step-without-key.ts'
import { reportRepeatedAnswers } from './rules/told-twice.ts'
import { reportTooShortToCache } from './rules/too-short.ts'
import { reportDuplicateNames, reportTransferMistakes, reportUnusedGlobals } from './rules/tree.ts'
import { reportUntrustedSlots } from './rules/trust.ts'
import { reportUncheckedSchemas } from './rules/unchecked-schema.ts'
import { reportUnenforcedSchemas } from './rules/unenforced-schema.ts'
import { reportUnguardedAgents } from './rules/unguarded.ts'
import { reportUnreached } from './rules/unreached.ts'

/** All rules of `check`, in the order in which their findings are reported. */
export const checkRules: readonly CheckRule[] = [
  reportMissingKeys,
  reportRepeatedAnswers,
  reportUnreadAnswers,
  reportCollisions,
  reportNeverRead,
  stepsWithoutKey,
  reportUnreached,
  reportPhases,
  reportAsyncConditions,
  reportAnswersAsLists,
  reportDuplicateNames,
  reportTransferMistakes,
  reportUnusedGlobals,
  reportUnknownContextNames,
  reportMissingExpandTool,
  reportMovingClauses,
  missingFields,
  reportVolatileText,
  reportFunctionInstructions,
  reportUntrustedSlots,
  reportSelfChangedPrefix,
  reportUnguardedAgents,
  reportOverBudget,
  reportTooShortToCache,
  reportUnenforcedSchemas,
  reportUncheckedSchemas,
  inferredKeys,
]
