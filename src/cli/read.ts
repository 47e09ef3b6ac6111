import type { Conversation } from '../from/conversation.ts'
import { importConversation } from '../from/index.ts'
import { isObject } from '../ir/json.ts'
import { type Io, UsageError } from './io.ts'
import { parseInput } from './parse.ts'

const formats =
  'expected a request, or a list of messages, of OpenAI Chat Completions, OpenAI Responses or Anthropic Messages; messages of LangChain, a session of ADK, or roles and words'

/** Reads the conversation that a file holds; `-` is standard input. */
export async function readConversation(file: string, io: Io): Promise<Conversation> {
  const name = file === '-' ? 'standard input' : `'${file}'`
  const json = parseInput(file === '-' ? await io.readInput() : await readText(file, io), name)
  try {
    const conversation = importConversation(json)
    if (conversation) return conversation
  } catch (error) {
    // A request whose messages are no list.
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(`${name} is not a conversation: it holds ${describe(json)}`, formats)
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
}

/** What a file error means. */
export function fileReason(error: unknown): string {
  const code = isObject(error) && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}

async function readText(file: string, io: Io): Promise<string> {
  try {
    return await io.readFile(file)
  } catch (error) {
    throw new UsageError(`cannot read '${file}': ${fileReason(error)}`)
  }
}

function describe(json: unknown): string {
  if (Array.isArray(json)) {
    if (json.length === 0) return 'an empty list'
    return `a list whose first element is ${isObject(json[0]) ? keys(json[0]) : kindOf(json[0])}`
  }
  return isObject(json) ? keys(json) : kindOf(json)
}

const kindOf = (value: unknown): string => (value === null ? 'null' : `a ${typeof value}`)

function keys(value: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(value)
  if (names.length === 0) return 'an object without keys'
  const shown = names.slice(0, 5).map(name => JSON.stringify(name.slice(0, 40)))
  return `an object with ${shown.join(', ')}${names.length > shown.length ? ', \u2026' : ''}`
}
