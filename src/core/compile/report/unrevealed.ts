import { type FunctionTool, isNative, type Tool } from '../../agent/agent.ts'
import type { Findings } from '../../diag/collect.ts'
import { placeholderNotRevealed } from '../../diag/protect.ts'
import type { ToolCallPart } from '../../ir/call.ts'
import { readArguments } from '../../lower/arguments.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { lastAnswer } from './last-answer.ts'

/** Pattern of a text that is one placeholder of the session. */
const placeholder = /^\[secret:[\w-]+:\d+\]$/

/**
 * Reports a tool that was called with a placeholder as a whole argument, if the tool gets no real values. Only the first
 * such call of a tool is reported, by the compile after the answer that made it.
 */
export function noteUnrevealed(findings: Findings, session: SessionView, tools: readonly Tool[]): void {
  const unrevealed = new Set(tools.flatMap(tool => (isUnrevealed(tool) ? [tool.name] : [])))
  // The answer is read only for a tool that may be reported.
  if (unrevealed.size === 0) return
  for (const { seq, parts } of lastAnswer(session))
    for (const [index, part] of parts.entries()) {
      if (part.kind !== 'tool-call' || !unrevealed.has(part.name)) continue
      const argument = placeholderArgument(part)
      if (argument === null || wasCalledBefore(session, seq, part.name)) continue
      unrevealed.delete(part.name)
      const [name, text] = argument
      findings.addDiagnostic(placeholderNotRevealed(part.name, name, text, `e:${seq}.${index}`))
    }
}

/** Whether a tool runs without real values. */
const isUnrevealed = (tool: Tool): tool is FunctionTool =>
  !isNative(tool) &&
  tool.reveal === undefined &&
  // An agent that works as a tool sees through a lens of its own, and a person answers what the page shows.
  tool.agent === undefined &&
  tool.answeredBy !== 'person'

/** Returns the first argument of a call that is one placeholder; null if there is none. */
function placeholderArgument(call: ToolCallPart): readonly [name: string, text: string] | null {
  const { arguments: given } = call
  if (typeof given === 'string' && !given.includes('[secret:')) return null
  for (const [name, value] of Object.entries(readArguments(call).value))
    if (typeof value === 'string' && placeholder.test(value)) return [name, value]
  return null
}

/** Whether a tool was called with a placeholder before an event. */
function wasCalledBefore(session: SessionView, before: number, tool: string): boolean {
  for (let seq = 0; seq < before; seq++)
    for (const part of session.event(seq).parts)
      if (part.kind === 'tool-call' && part.name === tool && placeholderArgument(part) !== null) return true
  return false
}
