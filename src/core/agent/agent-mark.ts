/**
 * Marks agents made by `agent()`. All copies of this package share the mark: the command line may load another copy
 * than the program.
 */
const mark = Symbol.for('ctxc.agent')

/**
 * Marks an agent before it is frozen. The mark is not enumerable, so code that lists or copies fields does not see it.
 */
export const markAgent = <Of extends object>(agent: Of): Of =>
  Object.defineProperty(agent, mark, { value: true })

/** Whether a value is an agent made by `agent()`, whatever fields it has. */
export const isMarkedAgent = (value: object): boolean => Object.hasOwn(value, mark)
