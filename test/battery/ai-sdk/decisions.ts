// Every difference that ctxc makes on purpose where there is no budget. A program may differ from plain by these alone.
import type { Host } from './hosts.ts'
import type { Scenario } from './scenarios.ts'

type Body = Readonly<Record<string, unknown>>
type Part = Readonly<Record<string, unknown>>

export interface Decision {
  readonly id: string
  readonly reason: string
  /** Programs that it is for. */
  readonly for: (host: Host, scenario: Scenario) => boolean
  /** A body without what the decision is about: plain's and ctxc's are the same then. */
  readonly without: (body: Body) => Body
}

const isChat = ({ wire }: Host): boolean => wire.name === ''
const list = (value: unknown): readonly Part[] => (Array.isArray(value) ? (value as Part[]) : [])
const placeholder = /(\n\n)?\[file \d+ of the results, sent below\]/g

/** Returns the pieces of a result, which the converters to Chat write as JSON; null for other content. */
function piecesIn(content: unknown): readonly Part[] | null {
  if (typeof content !== 'string' || !content.startsWith('[')) return null
  const read = JSON.parse(content) as unknown
  return Array.isArray(read) && read.every(piece => typeof piece === 'object') ? (read as Part[]) : null
}

const wordsOf = (pieces: readonly Part[]): string =>
  pieces.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n\n')

/** Text that the converter to Gemini writes for content that a result cannot hold. */
const asWords = /^Tool executed successfully and|^\{"type":"file"/

/** Whether a message after a result holds nothing but files. */
const isMoved = ({ role, content, parts }: Part, before: Part | undefined): boolean => {
  const held = list(content ?? parts)
  const onlyFiles =
    held.length > 0 &&
    held.every(part => part.type === 'image_url' || 'inlineData' in part || 'fileData' in part)
  const answers = before?.role === 'tool' || list(before?.parts).some(part => 'functionResponse' in part)
  return role === 'user' && onlyFiles && answers
}

const isThoughtAlone = ({ role, content, tool_calls }: Part): boolean =>
  role === 'assistant' &&
  tool_calls === undefined &&
  list(content).every(part => 'reasoningContent' in part) &&
  (content === null || Array.isArray(content))

/** Whether an item of OpenAI is a compaction, also one that its server stores. */
const isCompaction = ({ type, id }: Part): boolean =>
  type === 'compaction' || (type === 'item_reference' && String(id).startsWith('cmp_'))

export const decisions: readonly Decision[] = [
  {
    id: 'what a compaction replaces',
    reason:
      'The model reads the history from the newest compaction on. ctxc leaves out what precedes it, which OpenAI ' +
      'recommends, so that it takes no room.',
    for: (_, { name }) => name === 'a compaction',
    without: body => {
      if (!Array.isArray(body.input)) return body
      const input = list(body.input)
      return { ...body, input: input.slice(Math.max(0, input.findLastIndex(isCompaction))) }
    },
  },
  {
    id: 'unsigned Gemini thoughts',
    reason:
      'Gemini takes back what it signed. A thought without a signature is its summary for people, which costs tokens ' +
      'and which Google does not want back (CX7007).',
    for: ({ name }) => name.startsWith('google '),
    without: body => ({
      ...body,
      contents: list(body.contents).flatMap(({ role, parts }) => {
        const kept = list(parts).filter(part => part.thought !== true || part.thoughtSignature !== undefined)
        return kept.length > 0 ? [{ role, parts: kept }] : []
      }),
    }),
  },
  {
    id: 'pieces of a result as words',
    reason:
      'Chat Completions has text alone in a result, and the converters write the pieces as JSON, base64 of files ' +
      'among them. ctxc writes the words, and sends the files in a message right behind (CX7018).',
    for: (host, { name }) => isChat(host) && /content|two texts|in a result/.test(name),
    without: body => ({
      ...body,
      messages: list(body.messages)
        .filter((message, at, all) => !isMoved(message, all[at - 1]))
        .map(message => {
          if (message.role !== 'tool' || typeof message.content !== 'string') return message
          const pieces = piecesIn(message.content)
          const content = pieces === null ? message.content.replace(placeholder, '') : wordsOf(pieces)
          return { ...message, content }
        }),
    }),
  },
  {
    id: 'a picture behind the result on Gemini',
    reason:
      'Before Gemini 3 the converter writes a picture beside the response, with a sentence of its own, and an address as ' +
      'JSON in words on every model. ctxc sends the file in a content right behind, which the result names (CX7018).',
    for: ({ name }, { name: scenario }) =>
      name.startsWith('google ') && /picture.*in a result/.test(scenario),
    without: body => ({
      ...body,
      contents: list(body.contents)
        .filter((content, at, all) => !isMoved(content, all[at - 1]))
        .map(({ role, parts }) => ({
          role,
          parts: list(parts).flatMap(part => {
            if ('inlineData' in part || asWords.test(String(part.text))) return []
            const { functionResponse } = part as { functionResponse?: { response: { content: string } } }
            if (functionResponse === undefined) return [part]
            const { response } = functionResponse
            const content = response.content.replace(placeholder, '').replace(/\n(\{"type":"file".*)?$/, '')
            return [{ functionResponse: { ...functionResponse, response: { ...response, content } } }]
          }),
        })),
    }),
  },
  {
    id: 'a thought that led to nothing',
    reason:
      'An answer of reasoning alone, as one that was left in mid-thought, is refused by the APIs that say so (A12), and the ' +
      'signature of a thought that was cut off is none (CX7007).',
    for: ({ judge }, { name }) => judge === null && name === 'left in mid-thought',
    without: body => {
      const said = list(body.messages).filter(message => !isThoughtAlone(message))
      const joined: Part[] = []
      for (const message of said) {
        const last = joined.at(-1)
        if (last?.role === message.role && Array.isArray(last?.content))
          joined[joined.length - 1] = { ...last, content: [...last.content, ...list(message.content)] }
        else joined.push(message)
      }
      return { ...body, messages: joined }
    },
  },
]
