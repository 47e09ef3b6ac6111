import type { Calibration } from '../../count/calibration.ts'

/** Reported usage up to a compile. */
export interface Calibrated {
  /** Factor that bounds estimates of text; null for the usual bounds. */
  readonly factor: number | null
  readonly reports: Calibration
}
