import { adk } from './adk.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { gemini } from './gemini.ts'
import { liveMessages, storedMessages } from './langchain.ts'
import { plain } from './plain.ts'
import type { Plot } from './plot.ts'
import { responses } from './responses.ts'
import { session } from './session.ts'
import { ui } from './ui.ts'

export { plots } from './plot.ts'

/** A conversation of each format, whose words are not marked yet. */
export const templates: Readonly<Record<string, (plot: Plot) => unknown>> = {
  chat,
  responses,
  anthropic,
  gemini,
  'ai-sdk': aiSdk,
  ui,
  adk,
  plain,
  session,
  langchain: plot => (plot.whole ? { messages: liveMessages(plot) } : liveMessages(plot)),
  'langchain stored': plot => (plot.whole ? { messages: storedMessages(plot) } : storedMessages(plot)),
}
