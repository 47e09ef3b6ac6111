/** Stages and parts of a compile, for frameworks that are built upon them. */

export {
  type ConversationCompiler,
  type ConversationOptions,
  createConversationCompiler,
} from './adapter/conversation-compiler.ts'
export type { ConversationStorage } from './adapter/conversation-storage.ts'
export type { MarkedPlace, Withheld } from './cache/choose.ts'
export type { TokenPrices } from './cache/rates.ts'
export type { NextAgent } from './compile/contract/answer-author.ts'
export type { LoadModule } from './compile/contract/module.ts'
export type { PrefixPiece } from './compile/contract/prefix-piece.ts'
export type {
  Breakpoint,
  CacheForecast,
  CacheRecord,
  KeptPrefix,
  ReasoningCount,
  SentCache,
  SentUnit,
  WireNames,
} from './compile/contract/result.ts'
export type { TracedUnit, TraceStep } from './compile/contract/trace-step.ts'
export type { Work } from './compile/contract/work.ts'
export {
  type CompiledInstruction,
  compileInstruction,
  effectiveTools,
  type InstructionOptions,
} from './compile/stages.ts'
export { defaultPasses } from './context/operation/default-passes.ts'
export type { Block, BlockItem, BlockRole, PairedCall, Placed } from './ir/block.ts'
export type { Edit } from './ir/edit.ts'
export type { DroppedReasoning, EventRange, Rewind } from './ir/event.ts'
export type { Extra, Native } from './ir/extra.ts'
export type {
  Binding,
  BoundField,
  CacheFacts,
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
export type { Origin, Run, Segment } from './ir/origin.ts'
export type { Decision, DecisionKind, Fingerprint, PlannedCache, PlannedUsage } from './ir/plan.ts'
export type { Seal } from './ir/seal.ts'
export type { Span, Unit, UnitKind } from './ir/unit.ts'
export { noResultText, pendingText } from './lower/repairs.ts'
export type { DeclarationRow, Fate, LedgerRow, Reason } from './map/ledger.ts'
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
export type { Contents, Unseen } from './session/unit/sight.ts'
export { renderTemplate } from './template/render-template.ts'
