import type { InstructionContext } from '../../src/index.ts'

/** An instruction that an agent names by its module. */
export const instruction = (_: InstructionContext, tone: string): string => `A ${tone} helper for {name}.`
