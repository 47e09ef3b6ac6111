// Declaring agents and programs

export type { AgentCallbacks } from './core/agent/agent-callbacks.ts'
export { type AgentTool, type AgentToolOptions, agentTool } from './core/agent/agent-tool.ts'
export { agent } from './core/agent/declare.ts'
export { expandTool } from './core/agent/expand-tool.ts'
export { type MemoryTool, type MemoryToolOptions, memoryTool } from './core/agent/memory-tool.ts'
export { tool } from './core/agent/tool.ts'
/** Functions that declare which parts of a session an agent sees: `C.window`, `C.state`, `C.where`, … */
export * as C from './core/context/index.ts'
export { fallback } from './core/program/fallback.ts'
export { loop } from './core/program/loop.ts'
export { mapOver } from './core/program/map-over.ts'
export { parallel } from './core/program/parallel.ts'
export { pipeline } from './core/program/pipeline.ts'
export { route } from './core/program/route.ts'
export { tap } from './core/program/tap.ts'
/** Steps that change a session's state: `S.pick`, `S.rename`, `S.pipe`, … */
export * as S from './core/state/index.ts'
export { type PromptText, promptText } from './core/template/prompt-text.ts'

// Sessions

export { createSession } from './core/session/create.ts'
export { restoreSession } from './core/session/restore.ts'

// Compiling

export { answerOf } from './core/compile/answer/answer-of.ts'
export { callsOf, textOf } from './core/compile/answer/answer-parts.ts'
export { resultOf } from './core/compile/answer/result-of.ts'
export { compile } from './core/compile/compile.ts'
export { createCompiler } from './core/compile/compiler.ts'
export { nextSteps } from './core/program/next-steps.ts'

// Types of agents and programs

export type {
  Agent,
  FunctionTool,
  GenerateConfig,
  InstructionPart,
  InstructionText,
  NativeTool,
  OutputSchema,
  Tool,
  ToolChoice,
  TransferRule,
} from './core/agent/agent.ts'
export type { AgentLinks } from './core/agent/agent-links.ts'
export type { AgentOf } from './core/agent/agent-of.ts'
export type { ArgumentGuard, GuardVerdict, TaintedArgument } from './core/agent/argument-guard.ts'
export type { AgentDeclaration } from './core/agent/declaration.ts'
export type { Executor } from './core/agent/executor.ts'
export type { ExpandTool, ExpandToolOptions } from './core/agent/expand-tool.ts'
export type {
  Instruction,
  InstructionContext,
  InstructionProvider,
  ProviderReference,
} from './core/agent/instruction.ts'
export type { Need } from './core/agent/needs.ts'
export type { AgentInput } from './core/agent/read-agent.ts'
export type { NamedSchema, OutputSchemaInput } from './core/agent/read-output-schema.ts'
export type { Reveal } from './core/agent/reveal.ts'
export type { ToolDefinition } from './core/agent/tool.ts'
export type {
  FindOutcome,
  NeedsApproval,
  ToModelOutput,
  ToolCallContext,
  ToolHandlers,
} from './core/agent/tool-handlers.ts'
export type { ToolInput } from './core/agent/tool-input.ts'
export type { LoopOptions } from './core/program/loop.ts'
export type { MapOptions } from './core/program/map-over.ts'
export type {
  Condition,
  Fallback,
  Loop,
  MapOver,
  Member,
  Parallel,
  Pipeline,
  Route,
  Tap,
  Way,
} from './core/program/member.ts'
export type { FinishedCall, NextStep } from './core/program/next-step.ts'
export type { ParallelOptions } from './core/program/parallel.ts'
export type { Program } from './core/program/program.ts'
export type { Stop } from './core/program/turn/invocation.ts'
export type { StateOf } from './core/program/types/state-of.ts'
export type { JSONSchemaInput, SchemaInput, SchemaOutput } from './core/schema/schema-input.ts'
export type { StandardSchema } from './core/schema/standard-schema.ts'

// Types of sessions

export type { ToolCallPart } from './core/ir/call.ts'
export type {
  Actions,
  Event,
  EventInput,
  StateDelta,
  TokenCounts,
  Usage,
  Visibility,
} from './core/ir/event.ts'
export type { FilePart, FileSource } from './core/ir/file.ts'
export type { JsonObject, JsonValue } from './core/ir/json.ts'
export type { OpaquePart } from './core/ir/opaque.ts'
export type { Part, PartKind } from './core/ir/part.ts'
export type { ReasoningPart } from './core/ir/reasoning.ts'
export type { ResultContent, ToolResultPart } from './core/ir/result.ts'
export type { StateScope } from './core/ir/state-scope.ts'
export type { DataPart, Tag, TextPart } from './core/ir/text.ts'
export type { Trust } from './core/ir/trust.ts'
export type { SessionOptions } from './core/session/create.ts'
export type { Session, StoredSession } from './core/session/session.ts'
export type { State } from './core/session/state.ts'

// Types of a compile: options, results and passes

export type { AnswerOptions, ProviderResponse } from './core/compile/answer/answer-of.ts'
export type { AnswerEvent, CallToRun } from './core/compile/answer/answer-parts.ts'
export type { CallOptions, Compiler } from './core/compile/compiler.ts'
export type { OptionsFor, RequestFor } from './core/compile/contract/infer.ts'
export type { CacheOption, CompileOptions, RunOptions } from './core/compile/contract/options.ts'
export type { Compiled, Report, Tokens } from './core/compile/contract/result.ts'
export type { Code, Level } from './core/diag/catalogue.ts'
export type { Diagnostic } from './core/diag/diagnostic.ts'
export type { Budget } from './core/ir/budget.ts'
export type { CacheMode } from './core/ir/cache.ts'
export type { Plan } from './core/ir/plan.ts'
export type { TargetName } from './core/ir/target-name.ts'
export type { Ledger } from './core/map/ledger.ts'
export type { TextRequest } from './core/target/text/request.ts'
export type { AISDKRequest } from './core/vendor/ai-sdk/write/request.ts'
export type { AnthropicRequest } from './core/vendor/anthropic/write/request.ts'
export type { GeminiRequest } from './core/vendor/gemini/write/request.ts'
export type { ChatRequest } from './core/vendor/openai/write/chat/request.ts'
export type { ResponsesRequest } from './core/vendor/openai/write/responses/request.ts'
export type { Requests } from './core/vendor/registry.ts'
