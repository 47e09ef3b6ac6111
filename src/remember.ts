/** Rules by which an agent's answer changes the state, who applies them, and memories across sessions. */

export { type RememberOptions, rememberAnswer } from './core/compile/remember/remember-answer.ts'
export * from './core/remember/index.ts'
