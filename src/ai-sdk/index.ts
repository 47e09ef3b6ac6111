export type { NamedModel } from './compile-call.ts'
export { ContextError } from './error.ts'
export type {
  CalledModel,
  CallParams,
  ContextMiddleware,
  GenerateResult,
  StreamResult,
} from './middleware.ts'
export { contextCompiler } from './middleware.ts'
export type { ContextOptions } from './options.ts'
export type { ContextReport } from './report.ts'
export type { PreparedStep, Step, StepOptions } from './step.ts'
export { compileStep } from './step.ts'
