import { type Calibration, uncalibrated as noReports } from '../../count/calibration.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { LossReason } from '../../ir/loss.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { PassedPlan } from './plan.ts'
import type { BesideSources } from './sources.ts'
import type { Work } from './work.ts'

/** Token usage that providers reported before a compile, which improves the estimates. */
export interface Calibrated {
  /** Factor that scales the upper bounds of text estimates; null to use the standard bounds. */
  readonly factor: number | null
  readonly reports: Calibration
}

/** Calibration for a compile without reported token usage. */
export const noUsage: Calibrated = { factor: null, reports: noReports }

/** Change of the declarations with which requests begin. Reasoning of earlier events is bound to the former ones. */
export interface HeadChange {
  readonly reason: LossReason
  /** Seq of an event: reasoning of the events before it was made with the former declarations. */
  readonly before: number
}

/** Inputs of one core run, in addition to the setup and the session. */
export interface CoreInput {
  readonly plan: PassedPlan
  /** Newest change of the declarations before the history that the session records; null if it records none. */
  readonly headChange: HeadChange | null
  /** Whether the conversation was imported, so that its caller may have changed earlier messages. */
  readonly isImported: boolean
  readonly wants: Wanted
  /** Token usage that providers reported before this compile. */
  readonly calibrated: Calibrated
  /** Context blocks of the agent's policy. */
  readonly sources: BesideSources
  /** Returns the next steps of the session. */
  readonly next: () => readonly NextStep[]
  /** Whether each summary is limited to one speaker, because another agent of the program does not see all speakers. */
  readonly speakersApart: () => boolean
  /** Returns a copy of diagnostics for people, in which protected values are replaced; null if nothing is protected. */
  readonly reported: ((diagnostics: readonly Diagnostic[]) => readonly Diagnostic[]) | null
  /** Time of the compile, in milliseconds since 1970; null if it is unknown. */
  readonly now: number | null
  /** Work that earlier core runs of the same compile did. */
  readonly before: Work | null
}
