/** Checks of agents and programs before they run (`check`), and the state keys that they read and write (`flow`). */

export { type Checked, check } from './cli/check/check.ts'
export { type Flow, flow } from './cli/check/flow.ts'
export type { CheckOptions } from './cli/check/options.ts'
export {
  type SARIFLevel,
  type SARIFLog,
  type SARIFOptions,
  type SARIFResult,
  type SARIFRule,
  type SARIFRun,
  toSARIF,
} from './cli/check/sarif.ts'
