import type { ResultContent } from '../../../core/ir/result.ts'

/**
 * Error with content parts, for a tool that reports more than a message. The parts become the error result that the
 * model gets.
 *
 * @example
 * import { ToolError } from 'ctxc/run'
 *
 * const error = new ToolError([{ kind: 'text', text: 'no such city' }, { kind: 'data', value: { code: 404 } }])
 * console.log(error.message) // no such city
 */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly content: readonly ResultContent[]

  constructor(content: readonly ResultContent[]) {
    super(content.map(part => (part.kind === 'text' ? part.text : '')).join('\n') || 'the tool failed')
    this.content = content
  }
}
