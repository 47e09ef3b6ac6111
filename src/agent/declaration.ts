import type { Agent } from './agent.ts'
import type { Instruction } from './instruction.ts'
import type { AgentInput } from './read-agent.ts'
import type { ToolInputs } from './tool-input.ts'

/** An agent as `agent()` takes it: what the state is read and written by is known to the types as it is written. */
export interface AgentDeclaration<
  Name extends string,
  Own extends Instruction,
  Global extends Instruction,
  Tools extends ToolInputs,
  SubAgents extends readonly unknown[],
  Output extends string,
  Expects extends string,
> extends Omit<AgentInput, 'name' | Typed> {
  readonly name: Name
  /** What it is told; `{key}` is a value of the state. */
  readonly instruction?: Own
  /** Of the root of a tree: what all agents of the tree are told first. */
  readonly globalInstruction?: Global
  /** The key of the state that its answer is kept under: its text is data then, not talk. */
  readonly outputKey?: Output
  /** Keys that a session brings, so that nothing in the program has to write them. */
  readonly expects?: readonly Expects[]
  readonly tools?: Tools
  /** Agents that it may hand over to, and that may hand back. */
  readonly subAgents?: { readonly [Index in keyof SubAgents]: Spelt<SubAgents[Index]> }
}

type Typed = 'instruction' | 'globalInstruction' | 'outputKey' | 'expects' | 'tools' | 'subAgents'

/** An agent without properties that no agent has. */
type Spelt<Given> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Agent | keyof AgentInput>]: never
}
