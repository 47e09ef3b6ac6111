import { type StrictSchema, strictLimits } from './schema.ts'

const shared = 'more strict tools, optional properties or unions than a request may have'

/**
 * Amounts used of the limits that all strict schemas of a request share (rule A18). The answer's schema is counted
 * before the tools' schemas.
 */
export class Spent {
  private tools = 0
  private optional = 0
  private unions = 0

  /**
   * Adds a tool's schema to the amounts used. Returns an empty list, or the reasons why the schema cannot be strict.
   */
  spendTool(schema: StrictSchema): readonly string[] {
    if (this.tools >= strictLimits.tools) return [...schema.beyond, shared]
    const refused = this.spendAnswer(schema)
    if (refused.length === 0) this.tools++
    return refused
  }

  /**
   * Adds the answer's schema, which does not count as a tool. Returns an empty list, or the reasons why the schema
   * cannot be strict.
   */
  spendAnswer({ beyond, optional, unions }: StrictSchema): readonly string[] {
    if (beyond.length > 0) return beyond
    if (this.optional + optional > strictLimits.optional || this.unions + unions > strictLimits.unions)
      return [shared]
    this.optional += optional
    this.unions += unions
    return []
  }
}
