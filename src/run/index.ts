export type { CacheMiss, RunAction, RunAnswer, RunDecision, RunLimits } from '../ir/run-action.ts'
export type {
  ModelCall,
  ModelClient,
  ModelPart,
  Models,
} from '../models/model-client.ts'
export { ModelError, type ModelErrorFacts } from '../models/model-error.ts'
export type { AgentStep, Callbacks, Maybe, ModelStep, ToolStep } from './callbacks.ts'
export { createRunner } from './create-runner.ts'
export { DecisionError } from './decision-error.ts'
export { type Drive, type Driver, inProcessDriver } from './driver.ts'
export { type Message, MessageError } from './message.ts'
export type { Deadlines } from './model/deadlines.ts'
export type { Retry } from './model/retry.ts'
export type {
  CallObserver,
  ObservedAnswer,
  ObservedModelCall,
  ObservedResult,
  ObservedRun,
  ObservedToolCall,
  RunObserver,
} from './observe/observer.ts'
export type { RunEvent, RunOutcome, RunStatus } from './run-event.ts'
export type { DecideOptions, RunInput, Runner, RunnerOptions, RunStream, SendOptions } from './runner.ts'
export type { RunCompileOptions } from './settings.ts'
export type { StoreDeadlines } from './store/store-deadlines.ts'
export { StoreError } from './store/store-error.ts'
export { unknownOutcomeText } from './tools/call-task.ts'
export type { ToolContext, ToolState } from './tools/tool-context.ts'
export { ToolError } from './tools/tool-error.ts'
export type { WaitingCall } from './tools/waiting-calls.ts'
