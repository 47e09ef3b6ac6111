import type { ContextInput } from '../context/policy/built.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import type { Policy } from '../ir/policy.ts'
import type { Agent } from './agent.ts'
import type { Instruction } from './instruction.ts'
import type { AgentInput } from './read-agent.ts'
import type { OutputSchemaInput } from './read-output-schema.ts'
import type { ToolInputs } from './tool-input.ts'

/** Input of `agent()`. It is generic, so that its type has the state keys that the agent reads and writes. */
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
  /** Instruction of the agent; each `{key}` is replaced with its state value. */
  readonly instruction?: Own
  /** Instruction that comes first for all agents of a tree; set it on the root of the tree. */
  readonly globalInstruction?: Global
  /** State key under which the answer is stored. The answer then counts as data, not as conversation. */
  readonly outputKey?: Output
  /** Schema of the answer. In conditions of loops and routes, the answer under `outputKey` has this type. */
  readonly outputSchema?: Schema
  /** Memory rules that change the state after each answer of the agent, made with the functions of `ctxc/remember`. */
  readonly remember?: Rules
  /** Keys that the session provides, so no member of the program has to write them. */
  readonly expects?: readonly Expects[]
  readonly tools?: Tools
  /** Policy for history and context blocks, made with the functions of `C`. */
  readonly context?: Context
  /** History that the agent sees; `topology` if omitted, and `default` means `all`. */
  readonly includeContents?: ContentsBeside<Context, Shown>
  /** Agents to which this agent may transfer, and which may transfer back. */
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

/** Type of `includeContents`; an error if `context` is also set. A `context` that may be absent causes no error. */
type ContentsBeside<Context, Shown> = [Context] extends [never]
  ? Shown
  : [Policy] extends [Context]
    ? Shown
    : [Exclude<Agent['includeContents'], undefined>] extends [Shown]
      ? Shown
      : 'context says all that the agent is shown: leave includeContents out'

/** Declaration in which every unknown property is a type error. */
type Spelt<Given> = Given & {
  readonly [Key in Exclude<keyof Given, keyof Agent | keyof AgentInput>]: never
}
