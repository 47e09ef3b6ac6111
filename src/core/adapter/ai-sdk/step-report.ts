import { isObject } from '../../ir/json.ts'
import type { ContextReport, Warning } from './report.ts'

/** Diagnostics and warnings of one compiled step of a loop. */
export interface StepReport {
  readonly diagnostics: ContextReport['diagnostics']
  readonly warnings: readonly Warning[]
}

/**
 * Reports of steps. The key is the provider options object of a step's first message (not counting system messages),
 * which the AI SDK passes to the model unchanged.
 */
const reports = new WeakMap<object, StepReport>()

/**
 * Attaches a step's report to the step's messages, where the middleware finds it. Returns them unchanged if the report
 * is empty.
 */
export function withStepReport(messages: readonly object[], report: StepReport): readonly object[] {
  const at = messages.findIndex(message => (message as { role?: unknown } | null)?.role !== 'system')
  const message = messages[at] as { readonly providerOptions?: object } | undefined
  if (!isObject(message) || report.diagnostics.length === 0) return messages
  const providerOptions = { ...message.providerOptions }
  reports.set(providerOptions, report)
  return messages.with(at, { ...message, providerOptions })
}

/** Returns the report of the step that made a prompt; null if no step made it. */
export function stepReportOf(prompt: readonly object[]): StepReport | null {
  for (const message of prompt as readonly unknown[]) {
    const options = isObject(message) ? message.providerOptions : undefined
    const found = isObject(options) ? reports.get(options) : undefined
    if (found !== undefined) return found
  }
  return null
}

/** Adds a step's earlier diagnostics and warnings to the report of its call, each diagnostic only once. */
export function withStep<
  Call extends { readonly report: ContextReport; readonly warnings: readonly Warning[] },
>(call: Call, step: StepReport | null): Call {
  if (step === null) return call
  const { report, warnings } = call
  const known = new Set(report.diagnostics.map(({ code, message }) => `${code} ${message}`))
  const diagnostics = step.diagnostics.filter(({ code, message }) => !known.has(`${code} ${message}`))
  const said = new Set(warnings.map(({ message }) => message))
  return {
    ...call,
    report: { ...report, diagnostics: [...diagnostics, ...report.diagnostics] },
    warnings: [...step.warnings.filter(({ message }) => !said.has(message)), ...warnings],
  }
}
