import type { Reveal } from '../agent/reveal.ts'
import { isObject } from '../ir/json.ts'
import type { Program } from '../program/program.ts'
import type { Session } from '../session/session.ts'
import { mappedTexts } from '../text/map-texts.ts'
import type { AnsweredCalls, AnsweredRequest, CallValues } from './answered-calls.ts'

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

/** Arguments of a call with real values, and a function that hides these values again. */
type Revealed = NonNullable<ReturnType<CallValues['revealArguments']>>

/**
 * Returns a call's arguments with real values in the arguments that its tool names; null if none of them gets one.
 * `before` reads the conversation before the call, which is asked for only if one of these arguments has a placeholder.
 */
export function revealInCall(
  calls: AnsweredCalls,
  id: unknown,
  input: unknown,
  reveal: readonly Reveal[],
  before: () => BeforeCall,
): Revealed | null {
  if (!isObject(input)) return null
  const given = reveal.map(each => input[typeof each === 'string' ? each : each.argument])
  const isAsked = given.some(text => typeof text === 'string' && text.includes('[secret:'))
  return isAsked ? (valuesOfCall(calls, id, before())?.revealArguments(input, reveal) ?? null) : null
}

/**
 * Returns the real values for a call's placeholders; null if they are not known. Some servers number the calls of each
 * conversation, so an id alone does not tell whose call it is: the request is made again from the messages of the call,
 * and a value that a kept request has must not contradict them.
 */
function valuesOfCall(
  calls: AnsweredCalls,
  id: unknown,
  { conversation, mark }: BeforeCall,
): CallValues | null {
  const requests = calls.requestsOf(id)
  const again = calls.requestAgain(conversation)
  // If the request showed something else, placeholders have other numbers, and a value would be another person's.
  const shown = [shownIn(mark), ...requests.map(each => each.shown)]
  if (shown.includes(again.shown)) return again.values
  const [request, ...others] = requests
  if (request === undefined || others.length > 0) return null
  return (
    request.values?.onlyIf((placeholder, value) => {
      const own = again.values?.read(placeholder) ?? null
      // A late detector finds nothing here.
      return own === null ? hasText(conversation.session, value) : own === value
    }) ?? null
  )
}

/** Whether a text of a session contains a value. */
const hasText = ({ events }: Session, value: string): boolean =>
  events.some(({ parts }) => mappedTexts(parts).some(text => text.includes(value)))

const shownIn = (mark: unknown): unknown =>
  isObject(mark) && isObject(mark.ctxc) ? mark.ctxc.shown : undefined
