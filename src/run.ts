export type {
  CallQuestion,
  LimitName,
  RunAction,
  RunAnswer,
  RunDecision,
  RunLimits,
  ShownTool,
} from './core/ir/run-action.ts'
export type {
  ModelCall,
  ModelClient,
  ModelPart,
  Models,
} from './run/models/model-client.ts'
export { ModelError, type ModelErrorFacts } from './run/models/model-error.ts'
export { DecisionError } from './run/runner/append-decision.ts'
export type { AgentStep, Callbacks, Maybe, ModelStep, ToolStep } from './run/runner/callbacks.ts'
export { createRunner } from './run/runner/create-runner.ts'
export { type Drive, type Driver, type DriverTerms, inProcessDriver } from './run/runner/driver.ts'
export { type Message, MessageError } from './run/runner/message.ts'
export type { Deadlines } from './run/runner/model/deadlines.ts'
export type { Retry } from './run/runner/model/retry.ts'
export type {
  CallObserver,
  ObservedAnswer,
  ObservedModelCall,
  ObservedResult,
  ObservedRun,
  ObservedToolCall,
  RunObserver,
} from './run/runner/observe/observer.ts'
export type { Quota, Quotas } from './run/runner/quotas.ts'
export type { RunEvent, RunOutcome, RunStatus } from './run/runner/run-event.ts'
export type {
  CancelOptions,
  DecideOptions,
  ResumeInput,
  RunInput,
  Runner,
  RunnerOptions,
  RunStream,
  SendOptions,
} from './run/runner/runner.ts'
export type { RunCompileOptions } from './run/runner/settings.ts'
export type { Sharing } from './run/runner/sharing/sharing.ts'
export type { StoreDeadlines } from './run/runner/store/store-deadlines.ts'
export { StoreError } from './run/runner/store/store-error.ts'
export { unknownOutcomeText } from './run/runner/tools/call-task.ts'
export type { ToolContext, ToolState } from './run/runner/tools/tool-context.ts'
export { ToolError } from './run/runner/tools/tool-error.ts'
export type { WaitingCall } from './run/runner/tools/waiting-calls.ts'
