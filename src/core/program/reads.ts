import type { Agent } from '../agent/agent.ts'
import type { Instruction } from '../agent/instruction.ts'
import { readsOf } from '../context/policy/reads.ts'
import { parseTemplate, type TemplateSlot } from '../template/template.ts'

/** A placeholder in an instruction for a state value. */
export type StateRead = Extract<TemplateSlot, { kind: 'state' }>

/** Returns the placeholders for state values in an instruction; none if a function writes the instruction. */
export const stateReads = (instruction: Instruction | undefined): readonly StateRead[] =>
  typeof instruction === 'string'
    ? parseTemplate(instruction).filter((piece): piece is StateRead => piece.kind === 'state')
    : []

/**
 * Returns the keys that an agent reads: in its own instruction, in the root's global instruction, and in its context
 * blocks.
 */
export const keysRead = (agent: Agent, root: Agent): ReadonlySet<string> =>
  new Set(
    [
      ...stateReads(agent.instruction),
      ...stateReads(root.globalInstruction),
      ...(agent.context === undefined ? [] : readsOf(agent.context)).filter(({ use }) => use === 'told'),
    ].map(({ key }) => key),
  )
