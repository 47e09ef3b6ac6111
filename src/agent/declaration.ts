import type { ContextInput } from '../context/policy/built.ts'
import type { Policy } from '../ir/policy.ts'
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
  Context extends ContextInput,
  Shown extends Agent['includeContents'],
> extends Omit<AgentInput, 'name' | Typed> {
  readonly name: Name
  /** Instruction of the agent; `{key}` is a value of the state. */
  readonly instruction?: Own
  /** Instruction that all agents of a tree get first; it belongs on the root of the tree. */
  readonly globalInstruction?: Global
  /** The key of the state that its answer is kept under: its text is data then, not talk. */
  readonly outputKey?: Output
  /** Keys that a session brings, so that nothing in the program has to write them. */
  readonly expects?: readonly Expects[]
  readonly tools?: Tools
  /** Parts of the session that it is shown, and context blocks: made by functions of `C`. */
  readonly context?: Context
  /** History that it is shown; `topology` when omitted, and `default` is `all`. */
  readonly includeContents?: ContentsBeside<Context, Shown>
  /** Agents that it may hand over to, and that may hand back. */
  readonly subAgents?: { readonly [Index in keyof SubAgents]: Spelt<SubAgents[Index]> }
}

type Typed =
  | 'instruction'
  | 'globalInstruction'
  | 'outputKey'
  | 'expects'
  | 'tools'
  | 'subAgents'
  | 'context'
  | 'includeContents'

/** Beside a context there is no other word on what is shown; what is not known to be there is no reason to refuse anything. */
type ContentsBeside<Context, Shown> = [Context] extends [never]
  ? Shown
  : [Policy] extends [Context]
    ? Shown
    : [Exclude<Agent['includeContents'], undefined>] extends [Shown]
      ? Shown
      : 'context says all that the agent is shown: leave includeContents out'

/** An agent without properties that no agent has. */
type Spelt<Given> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Agent | keyof AgentInput>]: never
}
