import type { GeminiRules } from '../../../ir/model.ts'
import { atStart, type Rest } from '../../../target/automaton.ts'
import type { RuleTable } from '../../../target/rule.ts'
import type { Content, FunctionCallPart, FunctionResponsePart, GeminiRequest } from './request.ts'
import { callsOf, responsesOf } from './wire.ts'

type Say = (rule: string, message: string) => void

/** State of the order check: the last speaker, and the calls without responses so far. */
interface Position {
  readonly after: Rest['after']
  readonly calls: readonly FunctionCallPart[]
}

/** Checks the rules about the order of contents (G2 to G4, G20) in one pass. */
export const checkContentOrder: RuleTable<GeminiRequest, GeminiRules>['order'] = (
  { contents },
  report,
  _facts,
  rests = [],
) => {
  if (contents.length === 0) report('G20', '/contents', 'at least one content is required')
  const from = rests.at(-1) ?? atStart
  let position: Position = { after: from.after, calls: [] }
  for (let { index } = from; index < contents.length; index++) {
    const content = contents[index] as Content
    const say: Say = (rule, message) => report(rule, `/contents/${index}`, message)
    position =
      content.role === 'model' ? stepAnswer(position, content, say) : stepUser(position, content, say)
    if (position.calls.length === 0) rests.push({ index: index + 1, after: position.after })
  }
  const last = `/contents/${contents.length - 1}`
  if (position.calls.length > 0) report('G3', last, 'calls without a response')
  else if (position.after === 'model') report('G20', last, 'the last content must be a user')
}

function stepAnswer({ after, calls }: Position, content: Content, say: Say): Position {
  const made = callsOf(content)
  if (calls.length > 0) say('G3', 'calls without a response')
  else if (after === 'start') say('G20', 'the first content must be a user')
  else if (after === 'model' && made.length > 0) say('G2', 'calls must come right after a user or responses')
  if (responsesOf(content).length > 0) say('G3', 'a response is not allowed in an answer')
  const ids = made.flatMap(({ functionCall: { id } }) => (id === undefined ? [] : [id]))
  if (new Set(ids).size < ids.length) say('G4', 'two calls have one id')
  return { after: 'model', calls: made }
}

function stepUser({ calls }: Position, content: Content, say: Say): Position {
  const responses = responsesOf(content)
  if (callsOf(content).length > 0) say('G2', 'a call is not allowed in a user content')
  if (responses.length !== calls.length)
    say('G3', 'as many responses as calls, in the content right after them')
  else if (!responses.every(responseMatcher(calls)))
    say('G4', 'a response that matches no call by name and id')
  return { after: 'user', calls: [] }
}

/**
 * Returns a predicate that matches a response with an unanswered call of the same name and id. A call matches only one
 * response.
 */
function responseMatcher(calls: readonly FunctionCallPart[]): (response: FunctionResponsePart) => boolean {
  const open = [...calls]
  return ({ functionResponse: { id, name } }) => {
    const at = open.findIndex(({ functionCall }) => functionCall.id === id && functionCall.name === name)
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  }
}
