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
  /** JSON Schema of the arguments; if omitted, an object without properties. */
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
  /** Whether the agent works in the background, and how its answer comes, as in `agentTool`; never sent to a provider. */
  readonly background?: 'report' | 'wake'
  /** The one who answers the calls in place of a function: a person, or code of the page. Never sent to a provider. */
  readonly answeredBy?: 'person' | 'page'
  /** JSON Schema of the answers that `answeredBy` gives; never sent to a provider. */
  readonly outputSchema?: JsonObject
  /**
   * Milliseconds that a call waits for an approval or an answer, and is denied then; forever if omitted. Never sent to a
   * provider.
   */
  readonly waitMs?: number
  /** Whether a result that is no error is the agent's answer, after which its model is not called; never sent to a provider. */
  readonly returnDirect?: boolean
  /** Whether every call waits for a person's approval; never sent to a provider. */
  readonly needsApproval?: boolean
  /**
   * Treatment of a call that a crash interrupted: the call runs again with the same key (`retry`, the default), or the
   * model gets a report that the outcome is unknown (`report`). Never sent to a provider.
   */
  readonly onInterrupt?: 'retry' | 'report'
  /** Time in milliseconds after which a call fails; unlimited if omitted. Never sent to a provider. */
  readonly timeoutMs?: number
  /** Maximum number of concurrent calls of the tool in one runner; unlimited if omitted. Never sent to a provider. */
  readonly concurrency?: number
  /** Whether the tool only reads, so that a call may safely run twice; never sent to a provider. */
  readonly readOnly?: boolean
  /** Whether repeating a call with the same key has no further effect; never sent to a provider. */
  readonly idempotent?: boolean
  /**
   * Whether results contain text from outside, such as web pages, mails, or output of an MCP server. Events of such
   * results get trust `external`. Never sent to a provider.
   */
  readonly external?: boolean
  /**
   * Arguments in which the tool gets real values instead of placeholders such as `[secret:email:1]`. A placeholder is
   * replaced only if it is the whole argument; in the tool's result, the values become placeholders again. Never sent
   * to a provider.
   */
  readonly reveal?: readonly Reveal[]
  /**
   * Required sources of arguments, by argument name: `{ recipient: 'user', body: 'any' }`. Never sent to a provider.
   */
  readonly guard?: Readonly<Record<string, ArgumentGuard>>
  readonly extra?: Extra
}

/** Tool of a provider, sent unchanged and to that provider only. */
export interface NativeTool {
  readonly native: Native
}

/** Tool that an agent may call. */
export type Tool = FunctionTool | NativeTool

/** Schema that the answer must match. */
export interface OutputSchema {
  readonly name?: string
  readonly description?: string
  readonly schema: JsonObject
  readonly strict?: boolean
}

/** Whether the model may or must call a tool, or the one tool it must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string }

/** Generation settings, with the same names for every target. */
export interface GenerateConfig {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  /** Maximum number of tokens in the answer. */
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly toolChoice?: ToolChoice
  readonly parallelToolCalls?: boolean
  readonly reasoningEffort?: string
}

/** Text of an instruction that is sent unchanged. */
export interface InstructionText {
  readonly text: string
  readonly extra?: Extra
}

/** Names of the parts of an instruction. */
export type InstructionPart =
  /** Instruction that the root of a tree gives to all its agents. */
  | 'global'
  /** Name and purpose of the agent: `You are NAME. DESCRIPTION`. */
  | 'identity'
  /** Instruction of the agent itself. */
  | 'agent'
  /** Schema that the answer must match. */
  | 'schema'
  /** Agents to which the agent may transfer. */
  | 'transfer'

/** Permission to transfer to agents other than the agent's own sub-agents. */
export interface TransferRule {
  /** Whether the agent may transfer to its parent; true if omitted. */
  readonly parent?: boolean
  /** Whether the agent may transfer to the other sub-agents of its parent; true if omitted. */
  readonly peers?: boolean
}

/**
 * Agent: its instruction, the tools it may call, and the history it sees. The type lists the state keys that must be
 * set before it runs (`Reads`) and the keys that are set after its answer (`Writes`); both are `string` if unknown.
 */
export interface Agent<
  Name extends string = string,
  Reads extends string = string,
  Writes extends string = string,
  Links extends AgentLinks = AgentLinks,
> {
  /** Name, unique in its program; it is also the author of the agent's messages. */
  readonly name: Name
  readonly model?: string
  /** Models that a runner tries in this order if the first model cannot be called. */
  readonly fallbackModels?: readonly string[]
  /** Purpose in one sentence, included in the agent's own instruction and shown to agents that may transfer to it. */
  readonly description?: string
  /** Whether the instruction states the agent's name and description; true if omitted. */
  readonly identity?: boolean
  /** Instruction of the agent; each `{key}` is replaced with its state value. */
  readonly instruction?: Instruction
  /** Instruction that comes first for all agents of a tree; set it on the root of the tree. */
  readonly globalInstruction?: Instruction
  /** System text that is never read as a template. */
  readonly staticInstruction?: string | readonly InstructionText[]
  /**
   * Order of the instruction's parts; parts that are not listed follow in the default order: global, identity, agent,
   * schema, transfer.
   */
  readonly instructionOrder?: readonly InstructionPart[]
  /** Agents to which this agent may transfer, and which may transfer back. */
  readonly subAgents?: readonly Agent[]
  readonly allowTransfer?: TransferRule
  /**
   * Protections for every request of the agent, of the agents below it and of those that it calls as tools; made with
   * the functions of `ctxc/protect`.
   */
  readonly protect?: readonly Protection[]
  /** State key under which the answer is stored. The answer then counts as data, not as conversation. */
  readonly outputKey?: string
  /** Memory rules that change the state after each answer of the agent, made with the functions of `ctxc/remember`. */
  readonly remember?: readonly MemoryRule[]
  /** Keys that the session provides, so no member of the program has to write them. */
  readonly expects?: readonly string[]
  /** History that the agent sees. If omitted, it is `topology`. The value `default` is another name for `all`. */
  readonly includeContents?: Contents | 'default'
  /** Policy for history and context blocks; it replaces `includeContents`. */
  readonly context?: Policy
  readonly budget?: Budget
  /** Codes of intended findings, which `check` then ignores. */
  readonly allow?: readonly Code[]
  /** Functions that run the tools, by the declared name of the tool. Compiling never calls them. */
  readonly executors?: ReadonlyMap<string, Executor>
  /** Other functions of the tools, by the declared name of the tool; called by runners only. */
  readonly toolHandlers?: ReadonlyMap<string, ToolHandlers>
  /** Functions called before and after the agent, its model and its tools, in this order; called by runners only. */
  readonly callbacks?: readonly AgentCallbacks[]
  readonly tools?: readonly Tool[]
  /** Maximum number of calls of the agent's tools that a runner works on at once in a session; unlimited if omitted. */
  readonly toolConcurrency?: number
  readonly outputSchema?: OutputSchema
  readonly generateConfig?: GenerateConfig
  /** Other top-level fields, which are sent only in the request format that they came from. */
  readonly extra?: Extra
  /** Phantom field with type information; no value has it. */
  readonly '~keys'?: { readonly reads: Reads; readonly writes: Writes; readonly links: Links }
}

/** Whether a tool is a provider's own tool. */
export const isNative = (tool: Tool): tool is NativeTool => 'native' in tool
