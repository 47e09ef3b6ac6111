import { type Calibration, uncalibrated as noReports } from '../../count/calibration.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { BesideSources } from './sources.ts'
import type { Work } from './work.ts'

/** Usage reported before a compile, for better estimates. */
export interface Calibrated {
  /** Factor that scales the upper bounds of text estimates; null for the usual bounds. */
  readonly factor: number | null
  readonly reports: Calibration
}

/** Calibration without reported usage. */
export const noUsage: Calibrated = { factor: null, reports: noReports }

/** Inputs of one core run, besides the setup and the session. */
export interface CoreInput {
  readonly plan: unknown
  readonly wants: Wanted
  /** Reported usage before this compile. */
  readonly calibrated: Calibrated
  /** Context blocks of the agent's policy. */
  readonly sources: BesideSources
  /** Returns the next steps of the session. */
  readonly next: () => readonly NextStep[]
  /** Whether summaries keep speakers apart, because another agent of the program does not see all of them. */
  readonly speakersApart: () => boolean
  /** Returns diagnostics with protected values replaced, for people; null if nothing is protected. */
  readonly reported: ((diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]) | null
  /** Time of the compile, in milliseconds since 1970; null if it is unknown. */
  readonly now: number | null
  /** Work done by earlier runs of the same compile. */
  readonly before: Work | null
}
