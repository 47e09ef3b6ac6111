import { untilAborted } from '../../core/effect/until-aborted.ts'
import type { CallQuestion } from '../../core/ir/run-action.ts'
import { asking, type MayAsk, QuestionError } from '../runner/tools/question.ts'
import { leavesQuestions } from './client-questions.ts'
import type { Connection } from './connection.ts'
import type { ListedTool } from './declared-tool.ts'
import type { McpClient, McpRequestOptions } from './mcp-client.ts'
import { fieldsOfReply, readAsked } from './read-question.ts'

/** Call of a tool, as its server gets it. */
export interface ServerCall {
  readonly name: string
  readonly arguments: Record<string, unknown>
  /** Schema of the arguments as the server lists it. */
  readonly inputSchema: ListedTool['inputSchema']
  /** Whether the call may run twice. */
  readonly mayRepeat: boolean
}

/** Maximum number of times that a server may answer a call without a result, one after the other. */
const mostRounds = 10
/** Milliseconds until a call is made again that its server put off. */
const pauseMs = 250

/**
 * Calls a tool of a server. If the server asks a person, throws a `QuestionError`, and the call continues with the
 * reply that its context then has. Where nobody can be asked, declines.
 */
export async function callServer(
  connection: Connection,
  { name, arguments: given, inputSchema, mayRepeat }: ServerCall,
  context: MayAsk | undefined,
  options: McpRequestOptions,
): Promise<object> {
  const { reply } = context?.[asking] ?? { reply: null }
  let fields: object = reply === null ? {} : fieldsOfReply(reply)
  for (let round = 0; round < mostRounds; round++) {
    const sent = { name, arguments: given, ...fields }
    const request = (own: object) => (client: McpClient) =>
      client.callTool(sent, { ...options, ...(leavesQuestions(client) && own) })
    // The client takes a question for a result without structured content, unless the tool has no output schema.
    const withQuestions = { allowInputRequired: true, toolDefinition: { name, inputSchema } }
    const result = await connection.requestWithReconnect(mayRepeat, request(withQuestions))
    const asked = readAsked(result)
    if (asked === null) return result
    if (asked.kind === 'malformed') throw new Error(asked.why)
    // The handlers of the client itself answer other requests, and questions beside them.
    if (asked.kind === 'other') return connection.requestWithReconnect(mayRepeat, request({}))
    if (asked.kind === 'question' && context?.[asking] !== undefined) throw new QuestionError(asked.question)
    if (asked.kind === 'question') fields = declined(asked.question)
    else {
      fields = { requestState: asked.requestState }
      await pause(options.signal)
    }
  }
  throw new Error('the server asks again and again')
}

/** Returns the fields that decline a question. */
const declined = ({ state }: CallQuestion): object =>
  fieldsOfReply({ state, decision: { call: '', approved: false, by: '', digest: '' } })

/** Waits a moment. Rejects if the signal aborts. */
function pause(signal: AbortSignal | undefined): Promise<void> {
  const passed = new Promise<void>(resolve => {
    setTimeout(resolve, pauseMs)
  })
  return signal === undefined ? passed : untilAborted(passed, signal)
}
