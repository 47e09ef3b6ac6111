import { type StrictSchema, strictLimits } from './schema.ts'

const shared = 'more strict tools, optional properties or unions than a request may have'

/**
 * Consumption of the limits that one request's strict schemas share (rule A18): first the answer's schema, then the
 * tools'.
 */
export class Spent {
  private tools = 0
  private optional = 0
  private unions = 0

  /**
   * Adds a tool's schema to the consumption, or returns why the schema cannot be strict. The list is empty if it was
   * added.
   */
  spendTool(schema: StrictSchema): readonly string[] {
    if (this.tools >= strictLimits.tools) return [...schema.beyond, shared]
    const refused = this.spendAnswer(schema)
    if (refused.length === 0) this.tools++
    return refused
  }

  /** Adds the answer's schema, which does not count as a tool, or returns why the schema cannot be strict. */
  spendAnswer({ beyond, optional, unions }: StrictSchema): readonly string[] {
    if (beyond.length > 0) return beyond
    if (this.optional + optional > strictLimits.optional || this.unions + unions > strictLimits.unions)
      return [shared]
    this.optional += optional
    this.unions += unions
    return []
  }
}
