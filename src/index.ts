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
export type { AgentDeclaration } from './agent/declaration.ts'
export { agent } from './agent/declare.ts'
export type { Executor } from './agent/executor.ts'
export {
  type ExpandTool,
  type ExpandToolOptions,
  expandTool,
  type HandleSource,
} from './agent/expand-tool.ts'
export type {
  Instruction,
  InstructionContext,
  InstructionProvider,
  ProviderReference,
} from './agent/instruction.ts'
export type { Need } from './agent/needs.ts'
export type { AgentInput } from './agent/read-agent.ts'
export type { NamedSchema, OutputSchemaInput } from './agent/read-output-schema.ts'
export type { AISDKSchema, JSONSchemaInput, SchemaInput, SchemaOutput } from './agent/schema-input.ts'
export type { StandardConverter, StandardSchema } from './agent/standard-schema.ts'
export { type ToolDefinition, tool } from './agent/tool.ts'
export type { AISDKToolSet, MCPTool, MCPToolList, ToolInput, ToolInputs } from './agent/tool-input.ts'
export type { MarkedPlace, Withheld } from './cache/choose.ts'
export { type Checked, check } from './check/check.ts'
export { type Flow, flow } from './check/flow.ts'
export type { CheckOptions } from './check/options.ts'
export {
  type SARIFLevel,
  type SARIFLog,
  type SARIFOptions,
  type SARIFResult,
  type SARIFRule,
  type SARIFRun,
  toSARIF,
} from './check/sarif.ts'
export { type AnswerOptions, answerOf, type ProviderResponse } from './compile/answer/answer-of.ts'
export { compile } from './compile/compile.ts'
export { type CallOptions, type Compiler, createCompiler } from './compile/compiler.ts'
export type { NextAgent } from './compile/contract/answer-author.ts'
export type { OptionsFor, RequestFor } from './compile/contract/infer.ts'
export type { LoadModule } from './compile/contract/module.ts'
export type { CacheOption, CompileOptions, RunOptions } from './compile/contract/options.ts'
export type { Decision, DecisionKind, Fingerprint, Plan } from './compile/contract/plan.ts'
export type { PrefixPiece } from './compile/contract/prefix-piece.ts'
export type {
  Breakpoint,
  CacheForecast,
  CacheRecord,
  Compiled,
  Report,
  Requests,
  SentUnit,
  Tokens,
  WireNames,
} from './compile/contract/result.ts'
export type { TracedUnit, TraceStep } from './compile/contract/trace-step.ts'
export type { Work } from './compile/contract/work.ts'
export {
  type CompiledInstruction,
  compileInstruction,
  effectiveTools,
  type InstructionOptions,
} from './compile/resolve/stages.ts'
/** Functions that declare what an agent is shown of a session: `C.window`, `C.state`, `C.where`, … */
export * as C from './context/index.ts'
export { type Expanded, expand } from './context/operation/compact/expand.ts'
export { defaultPasses } from './context/operation/default-passes.ts'
export type { Built, ContextInput } from './context/policy/built.ts'
export type {
  BarredBy,
  ClauseMethod,
  ClauseMethods,
  ClauseOf,
  ClauseWithout,
} from './context/policy/clause.ts'
export type { SourceMethod, SourceMethods, SourceOf, SourceWithout } from './context/policy/source.ts'
export type { TokenCounter } from './count/tokenizer.ts'
export { type ParsedProgram, parseProgram } from './data/parse-program.ts'
export { programSchema } from './data/schema.ts'
export { type WrittenProgram, writeProgram } from './data/write-program.ts'
export type { Code } from './diag/catalogue.ts'
export type { Diagnostic } from './diag/diagnostic.ts'
export type { Level } from './diag/level.ts'
export type { EffectHandler, Effects, EmbedHandler, EmbedInput } from './effect/handler.ts'
export { type Difference, diff, type Parting } from './explain/diff.ts'
export { explain } from './explain/explain.ts'
export type {
  DeclarationEntry,
  Entry,
  Explanation,
  Glance,
  OmittedEntry,
  Section,
  Source,
  UnitEntry,
} from './explain/explanation.ts'
export type {
  ContentsInput,
  Conversation,
  ImportOptions,
  ItemsInput,
  MessagesInput,
} from './from/conversation.ts'
export type { Block, BlockItem, BlockRole, PairedCall, Placed } from './ir/block.ts'
export type { Budget } from './ir/budget.ts'
export type { ToolCallPart } from './ir/call.ts'
export type { Count } from './ir/count.ts'
export type { DataPart } from './ir/data.ts'
export type {
  Actions,
  Compaction,
  EffectKind,
  EffectOutcome,
  Event,
  EventInput,
  EventRange,
  Rewind,
  StateDelta,
  Usage,
} from './ir/event.ts'
export type { Extra, Native } from './ir/extra.ts'
export type { FilePart, FileSource } from './ir/file.ts'
export type { FormatName } from './ir/format-name.ts'
export type { JsonObject, JsonValue } from './ir/json.ts'
export type { OpaquePart } from './ir/opaque.ts'
export type { Origin, Run, Segment } from './ir/origin.ts'
export type { Part, PartKind } from './ir/part.ts'
export type {
  Clause,
  Condition as PolicyCondition,
  Operation,
  Origins,
  Policy,
  PolicyNode,
  Selector,
  Source as PolicySource,
  UnitRole,
  Where,
} from './ir/policy.ts'
export type { ReasoningPart } from './ir/reasoning.ts'
export type { ResultContent, ToolResultPart } from './ir/result.ts'
export type { RunAction, RunDecision, RunLimits } from './ir/run-action.ts'
export type { Seal } from './ir/seal.ts'
export type { Tag } from './ir/tag.ts'
export type { TargetName } from './ir/target-name.ts'
export type { TextPart } from './ir/text.ts'
export type { Stability, Tier } from './ir/tier.ts'
export type { Trust } from './ir/trust.ts'
export type { Span, Unit, UnitKind } from './ir/unit.ts'
export { noResultText, pendingText } from './lower/repairs.ts'
export type { DeclarationRow, Edit, Fate, Ledger, LedgerRow, Reason } from './map/ledger.ts'
export type { Mapping, SourceMap } from './map/source-map.ts'
export { originOf } from './map/source-map.ts'
export type {
  FoldPass,
  LocalPass,
  NewBlock,
  PartPlace,
  Pass,
  WindowBlock,
  WindowPass,
  WindowPlace,
} from './pass/pass.ts'
export { fallback } from './program/fallback.ts'
export { type LoopOptions, loop } from './program/loop.ts'
export { type MapOptions, mapOver } from './program/map-over.ts'
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
export type { NextStep } from './program/next-step.ts'
export { nextSteps } from './program/next-steps.ts'
export { parallel } from './program/parallel.ts'
export { pipeline } from './program/pipeline.ts'
export type { Declared, Program } from './program/program.ts'
export { type OpenRoute, route } from './program/route.ts'
export { tap } from './program/tap.ts'
export type { Fitting, MemberInput, MemberOf, MembersOf } from './program/types/fit.ts'
export { createSession, type SessionOptions } from './session/create.ts'
export { restoreSession } from './session/restore.ts'
export type { Session, StoredSession } from './session/session.ts'
export type { State } from './session/state.ts'
export type { Contents, Unseen } from './session/unit/sight.ts'
export { applyStep, runStep, type StepRun } from './state/apply.ts'
export type { StepData } from './state/data.ts'
export type { FlowCondition, FlowOrigin, KeyFlow } from './state/flow.ts'
/** Steps that change a session's state: `S.pick`, `S.rename`, `S.pipe`, … */
export * as S from './state/index.ts'
export type { KeyOrigin, StateStep, StepAbout, StepOutcome } from './state/step.ts'
export type { AISDKRequest } from './target/ai-sdk/request.ts'
export type { AnthropicRequest } from './target/anthropic/request.ts'
export type { GeminiRequest } from './target/gemini/request.ts'
export type { ResponsesRequest } from './target/openai/request.ts'
export type { ChatRequest } from './target/openai-chat/request.ts'
export type { TextRequest } from './target/text/request.ts'
export { type PromptPiece, PromptText, promptText } from './template/prompt-text.ts'
export { renderTemplate } from './template/render-template.ts'
