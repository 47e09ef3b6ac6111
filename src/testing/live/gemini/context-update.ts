import { isWireObject, type Json } from '../shape.ts'
import { duplicateToolName, functionsOfSetup, textOfContent } from './declared.ts'
import * as shapes from './shapes.ts'
import { closeForInvalidFrame, type GeminiState, type GeminiStep, problemText } from './state.ts'

/** Handles `contextUpdate`, which replaces the instruction and the tools. The update interrupts nothing. */
export const receiveContextUpdate = (s: GeminiState, frame: unknown): GeminiStep => {
  // No page lists the models that accept `contextUpdate`. Others reject the unknown field. Source: live-2026.md 0.1.
  if (s.options.contextUpdate === 'refuse')
    return closeForInvalidFrame(
      s,
      'update/unsupported',
      problemText({ kind: 'unknown', path: 'contextUpdate', expected: '' }),
    )
  const problem = shapes.contextUpdate(frame, 'context_update')
  if (problem) return closeForInvalidFrame(s, `shape/${problem.kind}`, problemText(problem))
  const json = frame as Json
  // Without `tools`, the tools are kept; an empty list removes them. Source: SDK type `LiveClientContextUpdate`.
  const tools = isWireObject(json.tools) ? functionsOfSetup(s, json.tools.tools) : s.tools
  const twice = duplicateToolName(tools)
  if (twice !== undefined)
    return closeForInvalidFrame(s, 'tools/duplicate', `Duplicate function declaration found: ${twice}`)
  const instruction =
    json.systemInstruction === undefined ? s.instruction : textOfContent(json.systemInstruction)
  return [{ ...s, tools, instruction: instruction === '' ? undefined : instruction }, []]
}
