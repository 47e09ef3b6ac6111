import {
  agent,
  type C,
  type CompileOptions,
  compile,
  createSession,
  type EventInput,
} from '../../src/index.ts'

/** Sessions as tests of policies write them, and what a model is shown of them. */
export const says = (author: string, text: string): EventInput => ({ author, text })

/** Turns of one question and one answer each: 'q1', 'a1', … */
export const turns = (count: number, author = 'bot'): EventInput[] =>
  Array.from({ length: count }, (_, at) => [says('user', `q${at + 1}`), says(author, `a${at + 1}`)]).flat()

/** A call of a tool and its result. */
export const calls = (
  id: string,
  name: string,
  given: Record<string, string>,
  text: string,
): EventInput[] => [
  { author: 'bot', parts: [{ kind: 'tool-call', id, name, arguments: given }] },
  { author: 'tool', parts: [{ kind: 'tool-result', id, content: [{ kind: 'text', text }] }] },
]

/** The agent `bot` with a context. */
export const bot = (context: C.ContextInput) => agent({ name: 'bot', identity: false, context })

/** A compile for it. */
export const compiled = (
  context: C.ContextInput,
  events: readonly EventInput[],
  { state, ...options }: CompileOptions & { readonly state?: Record<string, unknown> } = {},
) =>
  compile(bot(context), createSession({ events, ...(state && { state }) } as never), {
    target: 'openai-chat',
    model: 'gpt-5.4',
    ...options,
  })

/** Returns the content of each message: text, or a call as `name(arguments)`. */
export async function shown(...given: Parameters<typeof compiled>): Promise<string[]> {
  const { request } = await compiled(...given)
  return request === null || !('messages' in request)
    ? []
    : request.messages.map(message => {
        const { content, tool_calls = [] } = message as {
          content: unknown
          tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[]
        }
        const [call] = tool_calls
        return call ? `${call.function.name}(${call.function.arguments})` : String(content)
      })
}

/** A result of some length. */
export const log = Array.from(
  { length: 60 },
  (_, at) => `line ${at + 1} says that job ${at * 7} took some time`,
).join('\n')

/** Last message of the user. */
export const now = says('user', 'now')

/** Two units that have to do with the question at the end, the better one later. */
export const animals = [
  ...[
    says('user', 'My zebra sleeps badly.'),
    ...turns(3),
    says('user', 'Does a zebra sleep by day? A zebra?'),
  ],
  ...[...turns(3), says('user', 'Where does the zebra sleep?')],
]
