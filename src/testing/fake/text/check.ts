import { type Fields, isFields, listOfShape } from '../shape.ts'
import { collectViolations, type ReportViolation, type Violation } from '../violation.ts'

/** Error of chat templates for roles that do not alternate. Source: the Llama 2 template and its successors. */
const alternate = 'Conversation roles must alternate user/assistant/user/assistant/...'

/**
 * Returns every rule of the strictest chat templates that a request breaks, in message order. The rules allow only
 * alternating roles and plain text.
 */
export const checkText = (request: Fields): readonly Violation[] => {
  const { found, report } = collectViolations()
  for (const key of Object.keys(request))
    if (key !== 'model' && key !== 'messages') report('shape', `/${key}`, `Unknown field '${key}'.`)
  const { model, messages } = request
  if (model !== undefined && typeof model !== 'string')
    report('shape', '/model', 'The model must be a string.')
  if (!Array.isArray(messages)) report('shape', '/messages', 'The messages must be a list.')
  const all = listOfShape(messages)
  all.forEach((message, at) => {
    checkShape(message, `/messages/${at}`, report)
  })
  checkTurns(all.map(roleOf), report)
  return found
}

const roleOf = (message: unknown): unknown => (isFields(message) ? message.role : undefined)

const checkShape = (message: unknown, pointer: string, report: ReportViolation): void => {
  if (!isFields(message)) return report('shape', pointer, 'A message must be an object.')
  const { role, content, ...more } = message
  if (role !== 'system' && role !== 'user' && role !== 'assistant')
    report('T1', `${pointer}/role`, 'Only user, assistant and system roles are supported!')
  if (typeof content !== 'string') report('T5', `${pointer}/content`, 'The content must be a string.')
  else if (/^\s*$/.test(content)) report('T5', `${pointer}/content`, 'The content must not be empty.')
  for (const key of Object.keys(more)) report('shape', `${pointer}/${key}`, `Unknown field '${key}'.`)
}

/** Checks the roles: an optional system message, then user and assistant in turn, ending with a user message. */
const checkTurns = (roles: readonly unknown[], report: ReportViolation): void => {
  const turns = roles.flatMap((role, at) => (role === 'user' || role === 'assistant' ? [{ role, at }] : []))
  roles.forEach((role, at) => {
    if (role === 'system' && at > 0)
      report('T2', `/messages/${at}`, 'System messages are only supported at the beginning.')
  })
  const [first] = turns
  if (first?.role !== 'user') report('T3', `/messages/${first?.at ?? 0}`, alternate)
  for (const [index, { role, at }] of turns.entries())
    if (turns[index - 1]?.role === role && turns[index - 1]?.at === at - 1)
      report('T4', `/messages/${at}`, alternate)
  const last = turns.at(-1)
  if (last?.role === 'assistant')
    report(
      'T6',
      `/messages/${last.at}`,
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    )
}

/** Returns the smallest possible answer, which has a role and a plain text. */
export const replyText = (): Fields => ({ role: 'assistant', content: 'OK' })
