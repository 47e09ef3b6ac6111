import { AgentCompiler } from '../compile/agent-compiler.ts'
import { isObject } from '../ir/json.ts'
import type { Program } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import type { Session } from '../session/session.ts'
import { mapTexts } from '../text/map-texts.ts'
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
 * Returns the real values for a call's placeholders; null if they are not known. Some servers number the calls of each
 * conversation, so an id alone does not tell whose call it is: the request is made again from the messages of the call,
 * and a value that a kept request has must not contradict them.
 */
export function valuesOfCall(calls: AnsweredCalls, id: unknown, before: () => BeforeCall): CallValues | null {
  const requests = calls.requestsOf(id)
  const { conversation, mark } = before()
  const compiler = new AgentCompiler(readProgram(conversation), { protect: calls.protect })
  const lens = compiler.agentLensOf(conversation.agent.name, conversation.session)
  const again = new AnsweredRequest(null, lens)
  // If the request showed something else, placeholders have other numbers, and a value would be another person's.
  const shown = [shownIn(mark), ...requests.map(each => each.shown)]
  if (shown.includes(again.shown)) return again.values
  const [request, ...others] = requests
  if (request === undefined || others.length > 0) return null
  return (
    request.values?.onlyIf((placeholder, value) => {
      const own = again.values?.read(placeholder) ?? null
      // A late detector finds nothing here, and values of declarations are the app's.
      return own === null ? isDeclared(placeholder) || hasText(conversation.session, value) : own === value
    }) ?? null
  )
}

/** Whether a placeholder stands for a value in a declaration, which has a number with a letter. */
const isDeclared = (placeholder: string): boolean => /:d\d+\]$/.test(placeholder)

/** Whether a text of a session contains a value. */
function hasText(session: Session, value: string): boolean {
  for (let seq = 0; seq < session.length; seq++) {
    let isFound = false
    mapTexts(session.event(seq).parts, text => {
      isFound ||= text.includes(value)
      return text
    })
    if (isFound) return true
  }
  return false
}

const shownIn = (mark: unknown): unknown =>
  isObject(mark) && isObject(mark.ctxc) ? mark.ctxc.shown : undefined
