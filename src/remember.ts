/** Memory rules by which an agent's answer changes the state, their application, and memories across sessions. */

export { type RememberOptions, rememberAnswer } from './core/compile/remember/remember-answer.ts'
export * from './core/remember/index.ts'
