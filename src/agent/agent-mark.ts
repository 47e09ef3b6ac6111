/** Marks what `agent()` gave, for every copy of this package: the command line may be another one than the program's. */
const mark = Symbol.for('ctxc.agent')

/** Marks an agent before it is frozen; nothing that lists or copies its fields meets the mark. */
export const markAgent = <Of extends object>(agent: Of): Of =>
  Object.defineProperty(agent, mark, { value: true })

/** Whether a value is an agent that `agent()` gave, whatever fields it has. */
export const isMarkedAgent = (value: object): boolean => Object.hasOwn(value, mark)
