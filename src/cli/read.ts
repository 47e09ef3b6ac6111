import type { Conversation } from '../core/from/conversation.ts'
import { importConversation } from '../core/vendor/import-conversation.ts'
import { describeJson } from './describe.ts'
import { inputName, readInput } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { parseInput } from './parse.ts'

const formats =
  'expected a request, or a list of messages, of OpenAI Chat Completions, OpenAI Responses, Anthropic Messages, Gemini or the AI SDK; messages of LangChain, a session of ADK, or roles and words'

/** Reads a file as JSON or JSON Lines; the path `-` means standard input. */
export const readJson = async (file: string, io: Io): Promise<unknown> =>
  parseInput(await readInput(file, io), inputName(file))

/** Imports a conversation from a JSON value. Errors show `name`, the name of the input. */
export function importConversationOf(json: unknown, name: string): Conversation {
  try {
    const conversation = importConversation(json)
    if (conversation) return conversation
  } catch (error) {
    // The import throws a TypeError for a request whose messages are not a list.
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(`${name} is not a conversation: it holds ${describeJson(json)}`, formats)
}
