import type { TargetName } from '../ir/target-name.ts'
import { aiSdk } from './ai-sdk/index.ts'
import { anthropic } from './anthropic/index.ts'
import { gemini } from './gemini/index.ts'
import { openaiChat } from './openai/chat/index.ts'
import { openai } from './openai/responses/index.ts'
import type { Target } from './target.ts'
import { text } from './text/index.ts'

/**
 * Code of every target by name, for sync functions that may need any; importing this module loads them all. Nothing is
 * called here, so a bundler can drop it from programs that need none of those functions.
 */
export const allTargets: Readonly<Record<TargetName, Target<never>>> = {
  openai: openai as unknown as Target<never>,
  'openai-chat': openaiChat as unknown as Target<never>,
  anthropic: anthropic as unknown as Target<never>,
  gemini: gemini as unknown as Target<never>,
  text: text as unknown as Target<never>,
  'ai-sdk': aiSdk as unknown as Target<never>,
}
