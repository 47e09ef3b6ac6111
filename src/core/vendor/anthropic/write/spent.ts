import { type StrictSchema, strictLimits } from './schema.ts'

const shared = 'more strict tools, optional properties or unions than a request may have'

/** Usage of the limits that the strict schemas of one request share (A18): first the answer's, then the tools'. */
export class Spent {
  private tools = 0
  private optional = 0
  private unions = 0

  /** Adds a tool's schema, or returns why it cannot be strict. */
  takes(schema: StrictSchema): readonly string[] {
    if (this.tools >= strictLimits.tools) return [...schema.beyond, shared]
    const refused = this.takesAnswer(schema)
    if (refused.length === 0) this.tools++
    return refused
  }

  /** Adds the schema of the answer, or returns why it cannot be strict. It does not count as a tool. */
  takesAnswer({ beyond, optional, unions }: StrictSchema): readonly string[] {
    if (beyond.length > 0) return beyond
    if (this.optional + optional > strictLimits.optional || this.unions + unions > strictLimits.unions)
      return [shared]
    this.optional += optional
    this.unions += unions
    return []
  }
}
