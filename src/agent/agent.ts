import type { Code } from '../diag/catalogue.ts'
import type { Budget } from '../ir/budget.ts'
import type { Extra, Native } from '../ir/extra.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Policy } from '../ir/policy.ts'
import type { Contents } from '../session/unit/sight.ts'
import type { AgentLinks } from './agent-links.ts'
import type { Executor } from './executor.ts'
import type { Instruction } from './instruction.ts'

/** A function that the model may call. */
export interface FunctionTool {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments; left out: an object without properties. */
  readonly parameters?: JsonObject
  /** Ask the provider to enforce the schema. */
  readonly strict?: boolean
  /** Keys of the state that it reads; no provider is told. */
  readonly reads?: readonly string[]
  /** Keys of the state that it writes; no provider is told. */
  readonly writes?: readonly string[]
  /** It brings back by their handles what is shown short, as `expandTool` does; no provider is told. */
  readonly expands?: boolean
  readonly extra?: Extra
}

/** A provider's own tool, sent verbatim to that provider only. */
export interface NativeTool {
  readonly native: Native
}

/** Tool that an agent may call. */
export type Tool = FunctionTool | NativeTool

/** The form that the answer must have. */
export interface OutputSchema {
  readonly name?: string
  readonly description?: string
  readonly schema: JsonObject
  readonly strict?: boolean
}

/** Whether and what the model must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string }

/** Settings of generation, in one spelling for every target. */
export interface GenerateConfig {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  /** Tokens. */
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  readonly reasoningEffort?: string
}

/** A piece of an instruction that is sent as it stands. */
export interface InstructionText {
  readonly text: string
  readonly extra?: Extra
}

/** The texts of which an instruction is made. */
export type InstructionPart =
  /** Instruction from the root of the tree to all its agents. */
  | 'global'
  /** `You are NAME. DESCRIPTION` */
  | 'identity'
  /** The agent's own. */
  | 'agent'
  /** The form that the answer must have. */
  | 'schema'
  /** The agents that it may hand over to. */
  | 'transfer'

/** To which agents, beside its own, an agent may hand over. */
export interface TransferRule {
  /** Its parent; true when left out. */
  readonly parent?: boolean
  /** The other agents of its parent; true when left out. */
  readonly peers?: boolean
}

/**
 * An agent: what it is told, what it may call, and what it is shown. The types say which keys of the state have to be there
 * (`Reads`), and which are there once it has answered (`Writes`); they are `string` where that is not known.
 */
export interface Agent<
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
  Links extends AgentLinks = AgentLinks,
> {
  /** Unique in its program; it is the author of what the agent says. */
  readonly name: Name
  readonly model?: string
  /** Purpose in a sentence: for its own instruction, and for agents that may transfer to it. */
  readonly description?: string
  /** Whether it is told who it is; true when left out. */
  readonly identity?: boolean
  /** Instruction of the agent; `{key}` is a value of the state. */
  readonly instruction?: Instruction
  /** Instruction that all agents of a tree get first; it belongs on the root of the tree. */
  readonly globalInstruction?: Instruction
  /** System text, never read as a template. */
  readonly staticInstruction?: string | readonly InstructionText[]
  /** In this order, then those that are not named, in the usual one: global, identity, agent, schema, transfer. */
  readonly instructionOrder?: readonly InstructionPart[]
  /** Agents that it may hand over to, and that may hand back. */
  readonly subAgents?: readonly Agent[]
  readonly allowTransfer?: TransferRule
  /** The key of the state that its answer is kept under: its text is data then, not talk. */
  readonly outputKey?: string
  /** Keys that a session brings, so that nothing in the program has to write them. */
  readonly expects?: readonly string[]
  /** History that it is shown; `topology` when omitted, and `default` is `all`. */
  readonly includeContents?: Contents | 'default'
  /** Parts of the session that it is shown, and context blocks: in place of `includeContents`. */
  readonly context?: Policy
  readonly budget?: Budget
  /** Codes of findings that are intended. */
  readonly allow?: readonly Code[]
  /** Functions that run the tools, by declared name. Compiling calls none of them. */
  readonly executors?: ReadonlyMap<string, Executor>
  readonly tools?: readonly Tool[]
  readonly outputSchema?: OutputSchema
  readonly generateConfig?: GenerateConfig
  /** Other top-level fields, given back to the format that they came from. */
  readonly extra?: Extra
  /** Only a type: there is no such field. */
  readonly '~keys'?: { readonly reads: Reads; readonly writes: Writes; readonly links: Links }
}

/** Whether a tool is a provider's own. */
export const isNative = (tool: Tool): tool is NativeTool => 'native' in tool
