import { AgentCompiler } from '../compile/agent-compiler.ts'
import { isObject } from '../ir/json.ts'
import type { Program } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import { type AnsweredCalls, AnsweredRequest, type CallValues } from './answered-calls.ts'

/** Conversation before a call, read from the messages that a framework passes to the call's tool. */
interface BeforeCall {
  readonly conversation: Program
  /** Field of the framework's call or answer in which `markOf` was kept. */
  readonly mark: unknown
}

/** Returns the mark of a request, which the framework keeps with the call in the messages of the app. */
export const markOf = ({ shown }: AnsweredRequest): { readonly ctxc: { readonly shown: string } } => ({
  ctxc: { shown },
})

/**
 * Returns the real values for a call's placeholders; null if they are not known. Of a call that this process did not
 * see, or whose id several conversations have, the request is made again from the messages of the call.
 */
export function valuesOfCall(calls: AnsweredCalls, id: unknown, before: () => BeforeCall): CallValues | null {
  const requests = calls.requestsOf(id)
  const [request, ...others] = requests
  if (request !== undefined && others.length === 0) return request.values
  const { conversation, mark } = before()
  const compiler = new AgentCompiler(readProgram(conversation), { protect: calls.protect })
  const lens = compiler.agentLensOf(conversation.agent.name, conversation.session)
  const again = new AnsweredRequest(null, lens)
  // If the request showed something else, placeholders have other numbers, and a value would be another person's.
  const shown = [shownIn(mark), ...requests.map(each => each.shown)]
  return shown.includes(again.shown) ? again.values : null
}

const shownIn = (mark: unknown): unknown =>
  isObject(mark) && isObject(mark.ctxc) ? mark.ctxc.shown : undefined
