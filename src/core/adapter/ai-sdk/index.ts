export { ContextError } from '../../diag/context-error.ts'
export type { AdapterExpandOptions } from '../answered-calls.ts'
export type { ConversationId, ConversationStorage, NamedCall } from '../conversation-storage.ts'
export type { OwnValues, OwnValuesOptions } from '../own-values.ts'
export type { OwnerOfCall, PolicyOptions } from '../policy-options.ts'
export type { RevealedArguments } from '../revealed-arguments.ts'
export type { NamedModel } from './compile-call.ts'
export type { DroppedMessage } from './dropped.ts'
export { type AISDKExpandTool, expandTool, type ToolCallOptions } from './expand-tool.ts'
export type {
  CalledModel,
  CallParams,
  ContextMiddleware,
  GenerateResult,
  StreamResult,
} from './middleware.ts'
export { contextCompiler } from './middleware.ts'
export type { ContextOptions } from './options.ts'
export { ownValues } from './own-values.ts'
export type { ContextReport } from './report.ts'
export { reportOf, type Settled, type Streaming } from './report-of.ts'
export { revealTools } from './reveal-tools.ts'
export type { PreparedStep, Step, StepOptions } from './step.ts'
export { compileStep } from './step.ts'
