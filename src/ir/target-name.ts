/**
 * The request formats that can be compiled to: `openai` is the Responses API, `openai-chat` Chat Completions,
 * `anthropic` Messages, `gemini` generateContent, `ai-sdk` what `generateText` of the AI SDK takes, `text` roles and
 * strings.
 */
export type TargetName = 'openai' | 'openai-chat' | 'anthropic' | 'gemini' | 'ai-sdk' | 'text'

/** Every name, as keys: types refuse a list in which one is missing. */
const names: Readonly<Record<TargetName, true>> = {
  openai: true,
  'openai-chat': true,
  anthropic: true,
  gemini: true,
  'ai-sdk': true,
  text: true,
}

/** Every target's name, in the order in which they are listed to people. */
export const targetNames: readonly TargetName[] = Object.freeze(Object.keys(names) as TargetName[])

/** Whether a text names a target. */
export function isTargetName(value: unknown): value is TargetName {
  return (targetNames as readonly unknown[]).includes(value)
}
