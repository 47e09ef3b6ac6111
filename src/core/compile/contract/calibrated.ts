import { type Calibration, uncalibrated as noReports } from '../../count/calibration.ts'

/** Usage reported before a compile, for better estimates. */
export interface Calibrated {
  /** Factor that scales the upper bounds of text estimates; null for the usual bounds. */
  readonly factor: number | null
  readonly reports: Calibration
}

/** Calibration without reported usage. */
export const noUsage: Calibrated = { factor: null, reports: noReports }
