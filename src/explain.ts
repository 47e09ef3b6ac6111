/** Explanations: contents of a request and why, differences of two, places and prices, sizes of agents before they run. */

export { type Difference, diff, type Parting } from './explain/diff.ts'
export { explain } from './explain/explain.ts'
export type {
  DeclarationEntry,
  Entry,
  Explanation,
  Glance,
  OmittedEntry,
  Section,
  Source,
  UnitEntry,
} from './explain/explanation.ts'
export { type FoundText, findText } from './explain/find-text.ts'
export { type PriceOptions, priceOf, type UsagePrice } from './explain/price-of.ts'
export { type Mapping, originOf, type SourceMap } from './map/source-map.ts'
export type { PassCost, Range } from './preview/pass-range.ts'
export { preview } from './preview/preview.ts'
export type { AgentPreview, ProgramPreview } from './preview/program-preview.ts'
