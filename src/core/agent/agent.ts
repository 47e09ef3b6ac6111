import type { Code } from '../diag/catalogue.ts'
import type { Budget } from '../ir/budget.ts'
import type { Extra, Native } from '../ir/extra.ts'
import type { JsonObject } from '../ir/json.ts'
import type { MemoryRule } from '../ir/memory-rule.ts'
import type { Policy } from '../ir/policy.ts'
import type { Protection } from '../ir/protection.ts'
import type { Contents } from '../session/unit/sight.ts'
import type { AgentCallbacks } from './agent-callbacks.ts'
import type { AgentLinks } from './agent-links.ts'
import type { ArgumentGuard } from './argument-guard.ts'
import type { Executor } from './executor.ts'
import type { Instruction } from './instruction.ts'
import type { Reveal } from './reveal.ts'
import type { ToolHandlers } from './tool-handlers.ts'

/** Function that the model may call. */
export interface FunctionTool {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments; an object without properties when omitted. */
  readonly parameters?: JsonObject
  /** Whether the provider is asked to enforce the schema. */
  readonly strict?: boolean
  /** State keys that the tool reads; never sent to a provider. */
  readonly reads?: readonly string[]
  /** State keys that the tool writes; never sent to a provider. */
  readonly writes?: readonly string[]
  /** Whether the tool restores compacted text by its handle, as `expandTool` does; never sent to a provider. */
  readonly expands?: boolean
  /** Agent that answers the calls, as `agentTool` declares it; never sent to a provider. */
  readonly agent?: Agent
  /** Whether every call waits for somebody's approval; never sent to a provider. */
  readonly needsApproval?: boolean
  /**
   * Treatment of a call that a crash interrupted: run it again with the same key, or report to the model that its
   * outcome is not known. `retry` when omitted; never sent to a provider.
   */
  readonly onInterrupt?: 'retry' | 'report'
  /** Milliseconds after which a call fails; unlimited when omitted. Never sent to a provider. */
  readonly timeoutMs?: number
  /** Upper bound on concurrent calls of the tool in one runner; unlimited when omitted. Never sent to a provider. */
  readonly concurrency?: number
  /** Whether the tool changes nothing, so that a call may run twice; never sent to a provider. */
  readonly readOnly?: boolean
  /** Whether two calls with one key have the effect of one; never sent to a provider. */
  readonly idempotent?: boolean
  /**
   * Whether results hold texts of outsiders, such as web pages, mails, or what an MCP server says: their events get trust
   * `external`. Never sent to a provider.
   */
  readonly external?: boolean
  /**
   * Arguments in which the tool gets real values instead of placeholders such as `[secret:email:1]`. It is run with them where the
   * whole argument is one; what it returns holds the placeholders again. Never sent to a provider.
   */
  readonly reveal?: readonly Reveal[]
  /** Whose words arguments may be made of, by their names: `{ recipient: 'user', body: 'any' }`. Never sent to a provider. */
  readonly guard?: Readonly<Record<string, ArgumentGuard>>
  readonly extra?: Extra
}

/** Tool of a provider, sent verbatim to that provider only. */
export interface NativeTool {
  readonly native: Native
}

/** Tool that an agent may call. */
export type Tool = FunctionTool | NativeTool

/** Form that the answer must have. */
export interface OutputSchema {
  readonly name?: string
  readonly description?: string
  readonly schema: JsonObject
  readonly strict?: boolean
}

/** Whether the model may or must call a tool, or the one tool it must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string }

/** Generation settings, spelled the same for every target. */
export interface GenerateConfig {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  /** Limit in tokens. */
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  readonly reasoningEffort?: string
}

/** Piece of an instruction that is sent unchanged. */
export interface InstructionText {
  readonly text: string
  readonly extra?: Extra
}

/** Kinds of text that make up an instruction. */
export type InstructionPart =
  /** Instruction that the root of a tree gives to all its agents. */
  | 'global'
  /** Name and purpose: `You are NAME. DESCRIPTION`. */
  | 'identity'
  /** Instruction of the agent itself. */
  | 'agent'
  /** Form that the answer must have. */
  | 'schema'
  /** Agents to which it may transfer. */
  | 'transfer'

/** Agents besides its own sub-agents to which an agent may transfer. */
export interface TransferRule {
  /** Whether it may transfer to its parent; true when omitted. */
  readonly parent?: boolean
  /** Whether it may transfer to the other sub-agents of its parent; true when omitted. */
  readonly peers?: boolean
}

/**
 * Agent: its instruction, the tools it may call, and the history it sees. Its type lists the state keys that must be
 * set (`Reads`) and the keys set after its answer (`Writes`); both are `string` if unknown.
 */
export interface Agent<
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
  Links extends AgentLinks = AgentLinks,
> {
  /** Name, unique in its program; messages of the agent have it as their author. */
  readonly name: Name
  readonly model?: string
  /** Models that a runner calls if the first one cannot be called, in this order. */
  readonly fallbackModels?: readonly string[]
  /** Purpose in one sentence, for the agent's own instruction and for agents that may transfer to it. */
  readonly description?: string
  /** Whether the instruction states the agent's name and description; true when omitted. */
  readonly identity?: boolean
  /** Instruction of the agent; `{key}` is replaced with a state value. */
  readonly instruction?: Instruction
  /** Instruction that all agents of a tree get first; set it on the root of the tree. */
  readonly globalInstruction?: Instruction
  /** System text that is never read as a template. */
  readonly staticInstruction?: string | readonly InstructionText[]
  /** Parts in this order; unnamed parts follow in the default order: global, identity, agent, schema, transfer. */
  readonly instructionOrder?: readonly InstructionPart[]
  /** Agents to which it may transfer, and which may transfer back. */
  readonly subAgents?: readonly Agent[]
  readonly allowTransfer?: TransferRule
  /** Protection of every request of the agent, of the agents below it and of those that it calls as tools, as the functions of `ctxc/protect` give it. */
  readonly protect?: readonly Protection[]
  /** State key that keeps its answer. The answer then counts as data, not as conversation. */
  readonly outputKey?: string
  /** Rules by which its answer changes the state after it answered, as the functions of `ctxc/remember` give them. */
  readonly remember?: readonly MemoryRule[]
  /** Keys that a session provides, so nothing in the program has to write them. */
  readonly expects?: readonly string[]
  /** History that the agent sees; `topology` when omitted, and `default` means `all`. */
  readonly includeContents?: Contents | 'default'
  /** Policy for history and context blocks; replaces `includeContents`. */
  readonly context?: Policy
  readonly budget?: Budget
  /** Codes of findings that are intended, which `check` then ignores. */
  readonly allow?: readonly Code[]
  /** Functions that run the tools, by declared name. Compiling calls none of them. */
  readonly executors?: ReadonlyMap<string, Executor>
  /** Other functions of the tools, by declared name, which only a runner calls. */
  readonly toolHandlers?: ReadonlyMap<string, ToolHandlers>
  /** Functions around the agent, its model and its tools, which only a runner calls, the first one first. */
  readonly callbacks?: readonly AgentCallbacks[]
  readonly tools?: readonly Tool[]
  readonly outputSchema?: OutputSchema
  readonly generateConfig?: GenerateConfig
  /** Other top-level fields, returned to the format that they came from. */
  readonly extra?: Extra
  /** Type information only; the field never exists. */
  readonly '~keys'?: { readonly reads: Reads; readonly writes: Writes; readonly links: Links }
}

/** Whether a tool is a provider's own. */
export const isNative = (tool: Tool): tool is NativeTool => 'native' in tool
