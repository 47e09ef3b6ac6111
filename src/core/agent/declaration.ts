import type { ContextInput } from '../context/policy/built.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import type { Policy } from '../ir/policy.ts'
import type { Agent } from './agent.ts'
import type { Instruction } from './instruction.ts'
import type { AgentInput } from './read-agent.ts'
import type { OutputSchemaInput } from './read-output-schema.ts'
import type { ToolInputs } from './tool-input.ts'

/** Input of `agent()`. It is generic, so the types know which state keys the agent reads and writes. */
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
  Rules extends readonly MemoryRule[] = readonly MemoryRule[],
  Schema extends OutputSchemaInput = OutputSchemaInput,
> extends Omit<AgentInput, 'name' | Typed> {
  readonly name: Name
  /** Instruction of the agent; `{key}` is replaced with a state value. */
  readonly instruction?: Own
  /** Instruction that all agents of a tree get first; set it on the root of the tree. */
  readonly globalInstruction?: Global
  /** State key that keeps its answer. The answer then counts as data, not as conversation. */
  readonly outputKey?: Output
  /** Form of its answer. Conditions of loops and routes see the answer under `outputKey` with this type. */
  readonly outputSchema?: Schema
  /** Rules by which its answer changes the state after it answered, made with the functions of `ctxc/remember`. */
  readonly remember?: Rules
  /** Keys that a session provides, so nothing in the program has to write them. */
  readonly expects?: readonly Expects[]
  readonly tools?: Tools
  /** Policy for history and context blocks, made with the functions of `C`. */
  readonly context?: Context
  /** History that the agent sees; `topology` when omitted, and `default` means `all`. */
  readonly includeContents?: ContentsBeside<Context, Shown>
  /** Agents to which it may transfer, and which may transfer back. */
  readonly subAgents?: { readonly [Index in keyof SubAgents]: Spelt<SubAgents[Index]> }
}

type Typed =
  | 'instruction'
  | 'globalInstruction'
  | 'outputKey'
  | 'outputSchema'
  | 'remember'
  | 'expects'
  | 'tools'
  | 'subAgents'
  | 'context'
  | 'includeContents'

/** Type of `includeContents`, an error if `context` is set as well. A `context` that may be absent causes no error. */
type ContentsBeside<Context, Shown> = [Context] extends [never]
  ? Shown
  : [Policy] extends [Context]
    ? Shown
    : [Exclude<Agent['includeContents'], undefined>] extends [Shown]
      ? Shown
      : 'context says all that the agent is shown: leave includeContents out'

/** Declaration that makes every unknown property an error. */
type Spelt<Given> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Agent | keyof AgentInput>]: never
}
