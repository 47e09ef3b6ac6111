export type { Count } from '../ir/count.ts'
export type { Encoding, EstimatorName } from '../ir/model.ts'
export { type Bound, boundNames } from './bounds.ts'
export {
  type Calibration,
  calibrate,
  calibrationFactor,
  type UsageSample,
  uncalibrated,
} from './calibration.ts'
export { count, countUpTo, truncate } from './count.ts'
export { estimate } from './estimate.ts'
export type { TokenCounter, Tokenizer } from './tokenizer.ts'
export type { Keep, Truncated } from './truncate.ts'
