/** Checks of agents and programs before they run: `check`, and what of the state they read and write: `flow`. */

export { type Checked, check } from './check/check.ts'
export { type Flow, flow } from './check/flow.ts'
export type { CheckOptions } from './check/options.ts'
export {
  type SARIFLevel,
  type SARIFLog,
  type SARIFOptions,
  type SARIFResult,
  type SARIFRule,
  type SARIFRun,
  toSARIF,
} from './check/sarif.ts'
