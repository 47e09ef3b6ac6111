/** Stages and parts of a compile, for frameworks that build on them. */

export {
  type ConversationCompiler,
  type ConversationOptions,
  createConversationCompiler,
} from './core/adapter/conversation-compiler.ts'
export type { ConversationStorage } from './core/adapter/conversation-storage.ts'
export type { MarkedPlace, Withheld } from './core/cache/choose.ts'
export type { TokenPrices } from './core/cache/rates.ts'
export type { NextAgent } from './core/compile/contract/answer-author.ts'
export type { LoadModule } from './core/compile/contract/options.ts'
export type {
  Breakpoint,
  CacheForecast,
  CacheRecord,
  KeptPrefix,
  PrefixPiece,
  ReasoningCount,
  SentCache,
  SentUnit,
  WireNames,
} from './core/compile/contract/result.ts'
export type { TracedUnit, TraceStep } from './core/compile/contract/trace-step.ts'
export type { Work } from './core/compile/contract/work.ts'
export {
  type CompiledInstruction,
  compileInstruction,
  effectiveTools,
  type InstructionOptions,
} from './core/compile/stages.ts'
export { defaultPasses } from './core/context/operation/default-passes.ts'
export type { Block, BlockItem, BlockRole, PairedCall, Placed } from './core/ir/block.ts'
export type { AgentDeclarations, DeclaredValue } from './core/ir/declared.ts'
export type { Edit } from './core/ir/edit.ts'
export type {
  CacheMiss,
  DroppedReasoning,
  EventRange,
  Rewind,
  ShownBlock,
  ShownContext,
} from './core/ir/event.ts'
export type { Extra, Native } from './core/ir/extra.ts'
export { type Loss, type LossFacts, type LossReason, lossFacts } from './core/ir/loss.ts'
export type {
  Appendable,
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
} from './core/ir/model.ts'
export type { Origin, Run, Segment } from './core/ir/origin.ts'
export type {
  Decision,
  DecisionKind,
  Fingerprint,
  PlannedCache,
  PlannedCompaction,
  PlannedUsage,
  ReasoningRun,
} from './core/ir/plan.ts'
export type { Repeat } from './core/ir/shape.ts'
export type { Seal } from './core/ir/text.ts'
export type { Span, Unit, UnitKind } from './core/ir/unit.ts'
export { noResultText, pendingText } from './core/lower/repairs.ts'
export type { DeclarationRow, Fate, LedgerRow, Reason } from './core/map/ledger.ts'
export type {
  FoldPass,
  LocalPass,
  NewBlock,
  PartPlace,
  Pass,
  WindowBlock,
  WindowPass,
  WindowPlace,
} from './core/pass/pass.ts'
export type { Contents, Unseen } from './core/session/unit/sight.ts'
export { renderTemplate } from './core/template/render-template.ts'
