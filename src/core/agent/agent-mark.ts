/**
 * Marks agents made by `agent()`. The symbol is process-wide, because the command line may load another copy of this
 * package than the program.
 */
const mark = Symbol.for('ctxc.agent')

/**
 * Marks an agent; call it before the agent is frozen. The mark is not enumerable, so code that lists or copies fields
 * ignores it.
 */
export const markAgent = <Of extends object>(agent: Of): Of =>
  Object.defineProperty(agent, mark, { value: true })

/** Whether a value is an agent made by `agent()`, with any fields. */
export const isMarkedAgent = (value: object): boolean => Object.hasOwn(value, mark)
