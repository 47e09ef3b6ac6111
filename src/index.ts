// Declaring agents and programs

export type { AgentCallbacks } from './agent/agent-callbacks.ts'
export { type AgentTool, type AgentToolOptions, agentTool } from './agent/agent-tool.ts'
export { agent } from './agent/declare.ts'
export { expandTool } from './agent/expand-tool.ts'
export { type MemoryTool, type MemoryToolOptions, memoryTool } from './agent/memory-tool.ts'
export { tool } from './agent/tool.ts'
/** Functions that declare which parts of a session an agent is shown: `C.window`, `C.state`, `C.where`, … */
export * as C from './context/index.ts'
export { fallback } from './program/fallback.ts'
export { loop } from './program/loop.ts'
export { mapOver } from './program/map-over.ts'
export { parallel } from './program/parallel.ts'
export { pipeline } from './program/pipeline.ts'
export { route } from './program/route.ts'
export { tap } from './program/tap.ts'
/** Steps that change a session's state: `S.pick`, `S.rename`, `S.pipe`, … */
export * as S from './state/index.ts'
export { type PromptText, promptText } from './template/prompt-text.ts'

// Sessions

export { createSession } from './session/create.ts'
export { restoreSession } from './session/restore.ts'

// Compiling

export { answerOf } from './compile/answer/answer-of.ts'
export { callsOf, textOf } from './compile/answer/answer-parts.ts'
export { resultOf } from './compile/answer/result-of.ts'
export { compile } from './compile/compile.ts'
export { createCompiler } from './compile/compiler.ts'
export { nextSteps } from './program/next-steps.ts'

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
} from './agent/agent.ts'
export type { AgentLinks } from './agent/agent-links.ts'
export type { AgentOf } from './agent/agent-of.ts'
export type { ArgumentGuard, GuardVerdict, TaintedArgument } from './agent/argument-guard.ts'
export type { AgentDeclaration } from './agent/declaration.ts'
export type { Executor } from './agent/executor.ts'
export type { ExpandTool, ExpandToolOptions } from './agent/expand-tool.ts'
export type {
  Instruction,
  InstructionContext,
  InstructionProvider,
  ProviderReference,
} from './agent/instruction.ts'
export type { Need } from './agent/needs.ts'
export type { AgentInput } from './agent/read-agent.ts'
export type { NamedSchema, OutputSchemaInput } from './agent/read-output-schema.ts'
export type { Reveal } from './agent/reveal.ts'
export type { ToolDefinition } from './agent/tool.ts'
export type {
  FindOutcome,
  NeedsApproval,
  ToModelOutput,
  ToolCallContext,
  ToolHandlers,
} from './agent/tool-handlers.ts'
export type { ToolInput } from './agent/tool-input.ts'
export type { LoopOptions } from './program/loop.ts'
export type { MapOptions } from './program/map-over.ts'
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
} from './program/member.ts'
export type { FinishedCall, NextStep } from './program/next-step.ts'
export type { Program } from './program/program.ts'
export type { Stop } from './program/turn/invocation.ts'
export type { StateOf } from './program/types/state-of.ts'
export type { JSONSchemaInput, SchemaInput, SchemaOutput } from './schema/schema-input.ts'
export type { StandardSchema } from './schema/standard-schema.ts'

// Types of sessions

export type { ToolCallPart } from './ir/call.ts'
export type { DataPart } from './ir/data.ts'
export type { Actions, Event, EventInput, StateDelta, Usage, Visibility } from './ir/event.ts'
export type { FilePart, FileSource } from './ir/file.ts'
export type { JsonObject, JsonValue } from './ir/json.ts'
export type { OpaquePart } from './ir/opaque.ts'
export type { Part, PartKind } from './ir/part.ts'
export type { ReasoningPart } from './ir/reasoning.ts'
export type { ResultContent, ToolResultPart } from './ir/result.ts'
export type { StateScope } from './ir/state-scope.ts'
export type { Tag } from './ir/tag.ts'
export type { TextPart } from './ir/text.ts'
export type { Trust } from './ir/trust.ts'
export type { SessionOptions } from './session/create.ts'
export type { Session, StoredSession } from './session/session.ts'
export type { State } from './session/state.ts'

// Types of a compile: options, results and passes

export type { AnswerOptions, ProviderResponse } from './compile/answer/answer-of.ts'
export type { AnswerEvent, CallToRun } from './compile/answer/answer-parts.ts'
export type { CallOptions, Compiler } from './compile/compiler.ts'
export type { OptionsFor, RequestFor } from './compile/contract/infer.ts'
export type { CacheOption, CompileOptions, RunOptions } from './compile/contract/options.ts'
export type { Compiled, Report, Tokens } from './compile/contract/result.ts'
export type { Code } from './diag/catalogue.ts'
export type { Diagnostic } from './diag/diagnostic.ts'
export type { Level } from './diag/level.ts'
export type { Budget } from './ir/budget.ts'
export type { CacheMode } from './ir/cache.ts'
export type { Plan } from './ir/plan.ts'
export type { TargetName } from './ir/target-name.ts'
export type { Ledger } from './map/ledger.ts'
export type { AISDKRequest } from './target/ai-sdk/request.ts'
export type { AnthropicRequest } from './target/anthropic/request.ts'
export type { GeminiRequest } from './target/gemini/request.ts'
export type { ChatRequest } from './target/openai/chat/request.ts'
export type { ResponsesRequest } from './target/openai/responses/request.ts'
export type { Requests } from './target/registry.ts'
export type { TextRequest } from './target/text/request.ts'
