/** Steps that change a session's state, each with one explicit delta, and functions that run a step. */

export { applyStep, runStep, type StepPlace, type StepRun } from './core/state/apply.ts'
export * from './core/state/index.ts'
