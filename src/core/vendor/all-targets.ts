import type { TargetName } from '../ir/target-name.ts'
import type { Target } from '../target/target.ts'
import { text } from '../target/text/index.ts'
import { aiSdk } from './ai-sdk/write/index.ts'
import { anthropic } from './anthropic/write/index.ts'
import { gemini } from './gemini/write/index.ts'
import { openaiChat } from './openai/write/chat/index.ts'
import { openai } from './openai/write/responses/index.ts'

/**
 * Code of every target by name, for synchronous functions that may need any target. Importing this module loads all
 * targets. It calls nothing, so a bundler can drop it from programs that do not use those functions.
 */
export const allTargets: Readonly<Record<TargetName, Target<never>>> = {
  openai: openai as unknown as Target<never>,
  'openai-chat': openaiChat as unknown as Target<never>,
  anthropic: anthropic as unknown as Target<never>,
  gemini: gemini as unknown as Target<never>,
  text: text as unknown as Target<never>,
  'ai-sdk': aiSdk as unknown as Target<never>,
}
