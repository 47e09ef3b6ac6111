/** Explanations of requests: contents and reasons, differences, places of texts, prices, and sizes before a run. */

export { BudgetError, type BudgetOptions, expectBudget, type Growth } from './cli/preview/expect-budget.ts'
export type { PassCost, Range } from './cli/preview/pass-range.ts'
export { preview } from './cli/preview/preview.ts'
export type { AgentPreview, ProgramPreview } from './cli/preview/program-preview.ts'
export { type Difference, diff, type Parting } from './core/explain/diff.ts'
export { explain } from './core/explain/explain.ts'
export type {
  DeclarationEntry,
  Entry,
  Explanation,
  Glance,
  OmittedEntry,
  Section,
  Source,
  UnitEntry,
} from './core/explain/explanation.ts'
export { type FoundText, findText } from './core/explain/find-text.ts'
export { type Bill, type BillOptions, forecastBill } from './core/explain/forecast-bill.ts'
export { type MissingName, missingNames } from './core/explain/missing-names.ts'
export { type PriceOptions, priceOf } from './core/explain/price-of.ts'
export type { UsagePrice } from './core/explain/usage-price.ts'
export { type Mapping, originOf, type SourceMap } from './core/map/source-map.ts'
