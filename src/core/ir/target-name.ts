/**
 * The request formats that can be compiled to: `openai` is the Responses API, `openai-chat` Chat Completions,
 * `anthropic` Messages, `gemini` generateContent, `ai-sdk` the input of the AI SDK's `generateText`, `text` plain roles
 * and strings.
 */
export type TargetName = 'openai' | 'openai-chat' | 'anthropic' | 'gemini' | 'ai-sdk' | 'text'

/** All names, as keys of an object so that the type checker reports a missing one. */
const names: Readonly<Record<TargetName, true>> = {
  openai: true,
  'openai-chat': true,
  anthropic: true,
  gemini: true,
  'ai-sdk': true,
  text: true,
}

/** Names of all targets, in display order. */
export const targetNames: readonly TargetName[] = Object.freeze(Object.keys(names) as TargetName[])

/** Whether a text names a target. */
export function isTargetName(value: unknown): value is TargetName {
  return (targetNames as readonly unknown[]).includes(value)
}
