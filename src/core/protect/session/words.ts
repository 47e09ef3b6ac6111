import { branchConversation } from '../../ir/call-branch.ts'
import { type Event, roleOfAuthor, trustOfEvent } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { answerInResult } from '../../session/unit/returned-result.ts'
import { isEqual } from '../../text/equal.ts'
import { parseJson } from '../../text/json.ts'
import { mappedTexts } from '../../text/map-texts.ts'
import { eventValues } from './looked-at.ts'

/** Texts of an event, by the person who wrote them. */
export interface Words {
  /** Texts that the person to whom the session belongs wrote. */
  readonly own: readonly string[]
  /**
   * Result of a call that this person answered, and the copy of it in the state if it is the agent's answer. Code may have
   * added something to the answer.
   */
  readonly copied: readonly string[]
  /** All other texts. */
  readonly foreign: readonly string[]
}

/**
 * Whether an event is a message that the person to whom the session belongs wrote and saw: not the request of an agent to
 * another one, and nothing that an app added.
 */
export const isOwnMessage = (event: Event): boolean =>
  roleOfAuthor(event.author) === 'user' &&
  trustOfEvent(event) === 'user' &&
  branchConversation(event.branch) === '' &&
  event.visibility !== 'internal'

/** Returns the texts of an event. `user`: name under which the person to whom the session belongs answers calls. */
export function wordsIn(event: Event, user: string): Words {
  const { parts, actions } = event
  const { decided, given, waits } = actions?.run ?? {}
  const isMessage = isOwnMessage(event)
  const isGiven = given?.by === user
  const answer = decided?.by === user ? decided.answer : undefined
  const texts = isMessage ? parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])) : []
  const results = isGiven ? parts.flatMap(part => (part.kind === 'tool-result' ? part.content : [])) : []
  const copied = results.flatMap(each =>
    each.kind === 'text' ? [each.text] : each.kind === 'data' ? [each.value] : [],
  )
  const withoutOwnWords = (part: Part): Part => {
    if (isMessage && part.kind === 'text') return { ...part, text: '' }
    if (!isGiven || part.kind !== 'tool-result') return part
    return { ...part, content: part.content.filter(({ kind }) => kind === 'file') }
  }
  const set = isGiven ? withoutCopy(event) : undefined
  const rest: Event = {
    ...event,
    parts: parts.map(withoutOwnWords),
    ...(set !== undefined && { actions: { ...actions, state: { ...actions?.state, set } } }),
    ...(answer !== undefined && {
      actions: { ...actions, run: { ...actions?.run, decided: { ...decided, answer: null } } },
    }),
    // Nobody reads the data that a tool keeps in its question.
    ...(waits?.question !== undefined && {
      actions: {
        ...actions,
        run: { ...actions?.run, waits: { ...waits, question: { ...waits.question, state: null } } },
      },
    }),
  } as Event
  const { values, names = [] } = eventValues(rest)
  return {
    own: [...texts, ...mappedTexts([answer])],
    copied: mappedTexts(copied),
    foreign: [...mappedTexts(values), ...names],
  }
}

/**
 * Returns the state changes of a result that is an agent's answer, without the runner's copy of the result under the agent's
 * output key; undefined if there are none.
 */
function withoutCopy(event: Event): JsonObject | undefined {
  const { set } = event.actions?.state ?? {}
  const answer = answerInResult(event)
  if (set === undefined || answer === null) return set
  const isCopy = (value: unknown): boolean =>
    isEqual(value, answer) || (typeof answer === 'string' && isEqual(value, parseJson(answer, answer)))
  return Object.fromEntries(Object.entries(set).map(([key, value]) => [key, isCopy(value) ? null : value]))
}
