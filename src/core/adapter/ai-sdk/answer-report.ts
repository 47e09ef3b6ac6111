import { placeReportedReasoning } from '../../compile/answer/dropped.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { noteReported } from '../../compile/report/unused-reasoning.ts'
import { Findings } from '../../diag/collect.ts'
import { readSDKReport } from '../../from/provider-report.ts'
import { type ContextReport, diagnosticsIn, type Warning, warningForDiagnostic } from './report.ts'

/** Report of a call whose model has not answered yet. */
export interface UnansweredReport {
  readonly result: Pick<Compiled, 'request' | 'map' | 'target'>
  readonly report: ContextReport
  /** Returns the name of a place that a diagnostic refers to. */
  readonly nameOf: (at: string) => string
}

/**
 * Adds the provider's report on the prompt's reasoning to the report of a call. `metadata`: provider metadata of the
 * answer. Reasoning that the provider did not use is also a warning, except in a
 * stream, whose warnings come before its answer.
 */
export function addAnswerReport(
  { result, report, nameOf }: UnansweredReport,
  metadata: unknown,
): { readonly report: ContextReport; readonly warnings: readonly Warning[] } {
  const reported = readSDKReport(metadata)
  if (reported === null) return { report, warnings: [] }
  const findings = new Findings()
  noteReported(findings, placeReportedReasoning(reported, result))
  const diagnostics = findings.list()
  return {
    report: {
      ...report,
      reasoning: { ...report.reasoning, report: 'reported' },
      diagnostics: [...report.diagnostics, ...diagnosticsIn(diagnostics, nameOf)],
    },
    warnings: diagnostics.map(({ code, message }) => warningForDiagnostic(code, message)),
  }
}
