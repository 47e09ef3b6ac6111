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
export { PromptText, promptText } from './template/prompt-text.ts'
export { renderTemplate } from './template/render-template.ts'

// Sessions

export { cacheGone } from './compile/explicit-cache/cache-gone.ts'
export { type ResolveWantsOptions, resolveWants } from './compile/later/resolve-wants.ts'
export { type DeleteCachesOptions, deleteCaches } from './effect/cache/delete-caches.ts'
export { type ModelEffectsOptions, modelEffects } from './models/effects/model-effects.ts'
export { createSession } from './session/create.ts'
export { restoreSession } from './session/restore.ts'
export { applyStep, runStep } from './state/apply.ts'

// Compiling

export {
  type ConversationCompiler,
  type ConversationOptions,
  createConversationCompiler,
} from './adapter/conversation-compiler.ts'
export type { ConversationStorage } from './adapter/conversation-storage.ts'
export { answerOf } from './compile/answer/answer-of.ts'
export { callsOf, textOf } from './compile/answer/answer-parts.ts'
export { resultOf } from './compile/answer/result-of.ts'
export { compile } from './compile/compile.ts'
export { createCompiler } from './compile/compiler.ts'
export { type RememberOptions, rememberAnswer } from './compile/remember/remember-answer.ts'
export { compileInstruction, effectiveTools } from './compile/stages.ts'
export { expand } from './context/operation/compact/expand.ts'
export { defaultPasses } from './context/operation/default-passes.ts'
export { noResultText, pendingText } from './lower/repairs.ts'
export { nextSteps } from './program/next-steps.ts'

// Checking and explaining

export { check } from './check/check.ts'
export { flow } from './check/flow.ts'
export { toSARIF } from './check/sarif.ts'
export { diff } from './explain/diff.ts'
export { explain } from './explain/explain.ts'
export { findText } from './explain/find-text.ts'
export { type PriceOptions, priceOf, type UsagePrice } from './explain/price-of.ts'
export { originOf } from './map/source-map.ts'
export { preview } from './preview/preview.ts'

// Programs as data

export { parseProgram } from './data/parse-program.ts'
export { programSchema } from './data/schema.ts'
export { writeProgram } from './data/write-program.ts'

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
export type { ExpandTool, ExpandToolOptions, HandleSource } from './agent/expand-tool.ts'
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
export type { AISDKToolSet, MCPTool, MCPToolList, ToolInput, ToolInputs } from './agent/tool-input.ts'
export type { PassCost, Range } from './preview/pass-range.ts'
export type { AgentPreview, ProgramPreview } from './preview/program-preview.ts'
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
export type { Declared, Program } from './program/program.ts'
export type { OpenRoute } from './program/route.ts'
export type { Stop } from './program/turn/invocation.ts'
export type { Fitting, MemberInput, MemberOf, MembersOf } from './program/types/fit.ts'
export type { StateOf } from './program/types/state-of.ts'
export type { AISDKSchema, JSONSchemaInput, SchemaInput, SchemaOutput } from './schema/schema-input.ts'
export type { StandardConverter, StandardSchema } from './schema/standard-schema.ts'
export type { Validated, Validator } from './schema/validator.ts'
export type { PromptPiece } from './template/prompt-text.ts'

// Types of context policies

export type { Expanded } from './context/operation/compact/expand.ts'
export type { Built, ContextInput } from './context/policy/built.ts'
export type {
  BarredBy,
  ClauseMethod,
  ClauseMethods,
  ClauseOf,
  ClauseWithout,
} from './context/policy/clause.ts'
export type { SourceMethod, SourceMethods, SourceOf, SourceWithout } from './context/policy/source.ts'
export type {
  Clause,
  Condition as PolicyCondition,
  Operation,
  Origins,
  Policy,
  PolicyNode,
  Selector,
  Source as PolicySource,
  StateWriter,
  TextPattern,
  TextTest,
  UnitRole,
  Where,
} from './ir/policy.ts'
export type { Stability, Tier } from './ir/tier.ts'

// Types of state steps

export type { StepPlace, StepRun } from './state/apply.ts'
export type { StepData } from './state/data.ts'
export type { FlowCondition, FlowOrigin, KeyFlow } from './state/flow.ts'
export type { KeyOrigin, StateStep, StepAbout, StepOutcome } from './state/step.ts'

// Types of sessions

export type {
  ContentsInput,
  Conversation,
  ImportOptions,
  ItemsInput,
  ListElement,
  MessagesInput,
} from './from/conversation.ts'
export type { ToolCallPart } from './ir/call.ts'
export type { DataPart } from './ir/data.ts'
export type {
  Actions,
  CachedPrefix,
  Compaction,
  DroppedReasoning,
  EffectKind,
  EffectOutcome,
  Event,
  EventInput,
  EventRange,
  Rewind,
  StateDelta,
  Usage,
  Visibility,
} from './ir/event.ts'
export type { Extra, Native } from './ir/extra.ts'
export type { FilePart, FileSource } from './ir/file.ts'
export type { FormatName } from './ir/format-name.ts'
export type { JsonObject, JsonValue } from './ir/json.ts'
export type { OpaquePart } from './ir/opaque.ts'
export type { Origin, Run, Segment } from './ir/origin.ts'
export type { Part, PartKind } from './ir/part.ts'
export type { ReasoningPart } from './ir/reasoning.ts'
export type { ResultContent, ToolResultPart } from './ir/result.ts'
export type { CacheMiss, RunAction, RunAnswer, RunDecision, RunLimits } from './ir/run-action.ts'
export type { Seal } from './ir/seal.ts'
export type { StateScope } from './ir/state-scope.ts'
export type { Tag } from './ir/tag.ts'
export type { TextPart } from './ir/text.ts'
export type { Trust } from './ir/trust.ts'
export type { Span, Unit, UnitKind } from './ir/unit.ts'
export type { SessionOptions } from './session/create.ts'
export type { Session, StoredSession } from './session/session.ts'
export type { State } from './session/state.ts'
export type { Contents, Unseen } from './session/unit/sight.ts'

// Types of a compile: options, results and passes

export type { MarkedPlace, Withheld } from './cache/choose.ts'
export type { TokenPrices } from './cache/rates.ts'
export type { AnswerOptions, ProviderResponse } from './compile/answer/answer-of.ts'
export type { AnswerEvent, CallToRun } from './compile/answer/answer-parts.ts'
export type { CallOptions, Compiler } from './compile/compiler.ts'
export type { NextAgent } from './compile/contract/answer-author.ts'
export type { OptionsFor, RequestFor } from './compile/contract/infer.ts'
export type { LoadModule } from './compile/contract/module.ts'
export type { CacheOption, CompileOptions, RunOptions } from './compile/contract/options.ts'
export type { PrefixPiece } from './compile/contract/prefix-piece.ts'
export type {
  Breakpoint,
  CacheForecast,
  CacheRecord,
  Compiled,
  KeptPrefix,
  ReasoningCount,
  Report,
  SentCache,
  SentUnit,
  Tokens,
  WireNames,
} from './compile/contract/result.ts'
export type { TracedUnit, TraceStep } from './compile/contract/trace-step.ts'
export type { Work } from './compile/contract/work.ts'
export type { CompiledInstruction, InstructionOptions } from './compile/stages.ts'
export type { Bound } from './count/counter.ts'
export type { TokenCounter } from './count/tokenizer.ts'
export type { Code } from './diag/catalogue.ts'
export type { Diagnostic } from './diag/diagnostic.ts'
export type { Level } from './diag/level.ts'
export type { CacheHandler, CacheInput, CacheOutput, CachePrices } from './effect/cache/handler.ts'
export type { Continuation } from './effect/continuation.ts'
export type { Effect, EffectInputs, EffectOf } from './effect/effect.ts'
export type { EffectHandler, HandlerContext } from './effect/effect-handler.ts'
export type { ExtractHandler, ExtractInput } from './effect/extract/handler.ts'
export type { Effects, EmbedHandler, EmbedInput } from './effect/handler.ts'
export type {
  SummarizeHandler,
  SummarizeInput,
  SummarizeMessage,
  SummarizeOutput,
  SummaryStatement,
} from './effect/summarize/handler.ts'
export type { Block, BlockItem, BlockRole, PairedCall, Placed } from './ir/block.ts'
export type { Budget } from './ir/budget.ts'
export type { CacheMode } from './ir/cache.ts'
export type { Count } from './ir/count.ts'
export type { Edit } from './ir/edit.ts'
export type { MemoryRule } from './ir/memory-rule.ts'
export type {
  Binding,
  BoundField,
  CacheFacts,
  Encoding,
  EstimatorName,
  ImageFacts,
  MediaFacts,
  ModelFacts,
  ModelRow,
  Price,
  PriceStep,
  Provenance,
  Rates,
  TokenRange,
} from './ir/model.ts'
export type { Decision, DecisionKind, Fingerprint, Plan, PlannedCache, PlannedUsage } from './ir/plan.ts'
export type { TargetName } from './ir/target-name.ts'
export type { DeclarationRow, Fate, Ledger, LedgerRow, Reason } from './map/ledger.ts'
export type { Mapping, SourceMap } from './map/source-map.ts'
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
export type { AISDKRequest } from './target/ai-sdk/request.ts'
export type { AnthropicRequest } from './target/anthropic/request.ts'
export type { GeminiRequest } from './target/gemini/request.ts'
export type { ChatRequest } from './target/openai/chat/request.ts'
export type { ResponsesRequest } from './target/openai/responses/request.ts'
export type { Requests } from './target/registry.ts'
export type { TextRequest } from './target/text/request.ts'

// Types of checks and explanations

export type { Checked } from './check/check.ts'
export type { Flow } from './check/flow.ts'
export type { CheckOptions } from './check/options.ts'
export type { SARIFLevel, SARIFLog, SARIFOptions, SARIFResult, SARIFRule, SARIFRun } from './check/sarif.ts'
export type { ParsedProgram } from './data/parse-program.ts'
export type { WrittenProgram } from './data/write-program.ts'
export type { Difference, Parting } from './explain/diff.ts'
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
export type { FoundText } from './explain/find-text.ts'
export type { ChangeText, Guard, Protection, TextStream } from './protect/protection.ts'
