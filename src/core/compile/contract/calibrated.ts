import { type Calibration, uncalibrated as noReports } from '../../count/calibration.ts'

/** Reported usage up to a compile. */
export interface Calibrated {
  /** Factor that bounds estimates of text; null for the usual bounds. */
  readonly factor: number | null
  readonly reports: Calibration
}

/** Usage that no answer reported. */
export const noUsage: Calibrated = { factor: null, reports: noReports }
