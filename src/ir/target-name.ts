/**
 * The request formats that can be compiled to: `openai` is the Responses API, `openai-chat` Chat Completions,
 * `anthropic` Messages, `gemini` generateContent, `ai-sdk` what `generateText` of the AI SDK takes, `text` roles and
 * strings.
 */
export type TargetName = 'openai' | 'openai-chat' | 'anthropic' | 'gemini' | 'ai-sdk' | 'text'

/** Every target's name, in the order in which they are listed to people. */
export const targetNames: readonly TargetName[] = Object.freeze([
  'openai',
  'openai-chat',
  'anthropic',
  'gemini',
  'ai-sdk',
  'text',
])

/** Whether a text names a target. */
export function isTargetName(value: unknown): value is TargetName {
  return (targetNames as readonly unknown[]).includes(value)
}
