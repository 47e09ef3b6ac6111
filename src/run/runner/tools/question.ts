import type { CallQuestion, RunDecision } from '../../../core/ir/run-action.ts'
import type { Session } from '../../../core/session/session.ts'
import { toJson } from '../../../core/text/json.ts'

/** Question in place of a call's result. The call waits for a person's decision on it, and then runs again. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError'
  readonly question: CallQuestion

  constructor(question: CallQuestion) {
    super(question.message)
    this.question = question
  }
}

/**
 * Whether a question is stored with everything that the call continues with: the data of its tool, and the values and pages
 * that the schema and the addresses offer. Words may be stored without their protected values.
 */
export const isKeptWhole = (asked: CallQuestion, stored: CallQuestion | undefined): boolean =>
  textWithoutWords(asked) === textWithoutWords(stored)

const textWithoutWords = (question: CallQuestion | undefined): string =>
  toJson({ ...question, message: '' }, (name, value) =>
    typeof value === 'string' && ['title', 'description'].includes(name) ? '' : value,
  )

/** Decision on a question, with the data that the tool kept in the question. */
export interface Reply {
  readonly state: CallQuestion['state']
  readonly decision: RunDecision
}

/** Returns the decision on the last question of a call; null if the call asked nothing since it was last approved. */
export function replyTo(session: Session, call: string): Reply | null {
  const marks = session.units.runMarks.marksOfCall(call).filter(({ kind }) => kind !== 'begun')
  const [asked, last] = marks.slice(-2)
  const isReply = last?.kind === 'decided' && last.decision.question === true
  return isReply && asked?.kind === 'waits' && asked.question !== undefined
    ? { state: asked.question.state, decision: last.decision }
    : null
}

/** Key of the field of a tool's context that says that a person can be asked. Tools of an app have `answeredBy` instead. */
export const asking = Symbol('asking')

/** Field of the context of a tool whose calls may wait for answers to questions. */
export interface MayAsk {
  readonly [asking]?: { readonly reply: Reply | null }
}
