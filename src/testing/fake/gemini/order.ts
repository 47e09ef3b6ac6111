import { fieldsOf, textOfShape } from '../shape.ts'
import { type Check, type Placed, partsWithKey, type Turn } from './check.ts'

const callsOf = (turn: Turn): readonly Placed[] => partsWithKey(turn, 'functionCall')
const responsesOf = (turn: Turn): readonly Placed[] => partsWithKey(turn, 'functionResponse')

const counts =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the ' +
  'function call turn.'

/** Checks the order of turns (rules G2, G3, G20), and that each function response has a call (rule G4). */
export const checkOrder = (check: Check): void => {
  const { turns, report } = check
  turns.forEach((turn, at) => {
    const before = turns[at - 1]
    const calls = callsOf(turn)
    const responses = responsesOf(turn)
    if (calls.length > 0 && (turn.role !== 'model' || before?.role === 'model')) {
      const text = 'Please ensure that function call turn comes immediately after a user turn or after a'
      report('G2', turn.pointer, `${text} function response turn.`)
    }
    if (responses.length > 0 && (before?.role !== 'model' || callsOf(before).length === 0)) {
      const text = 'Please ensure that function response turn comes immediately after a function call turn.'
      report('G3', turn.pointer, text)
    }
    if (turn.role === 'model' && responses.length > 0) report('G3', turn.pointer, counts)
    if (turn.role === 'model' && calls.length > 0) checkAnswers(calls, turns[at + 1], turn, check)
  })
  if (turns[0]?.role === 'model') {
    const text = 'Please ensure that multiturn requests begin with a user role.'
    report('G20', turns[0].pointer, text)
  }
  const last = turns.at(-1)
  if (last?.role === 'model' && callsOf(last).length === 0) {
    const text = 'Please ensure that multiturn requests ends with a user role or a function response.'
    report('G20', last.pointer, text)
  }
}

const checkAnswers = (
  calls: readonly Placed[],
  next: Turn | undefined,
  turn: Turn,
  { report }: Check,
): void => {
  const ids = calls.map(({ part }) => textOfShape(fieldsOf(part.functionCall).id)).filter(id => id !== '')
  if (new Set(ids).size < ids.length) report('G4', turn.pointer, 'Request contains an invalid argument.')
  const responses = next?.role === 'user' ? responsesOf(next) : []
  if (responses.length !== calls.length) {
    report('G3', turn.pointer, counts)
    return
  }
  const key = (value: unknown): string => {
    const { id, name } = fieldsOf(value)
    return JSON.stringify([textOfShape(name), textOfShape(id)])
  }
  const made = calls.map(({ part }) => key(part.functionCall)).sort()
  const given = responses.map(({ part }) => key(part.functionResponse)).sort()
  if (made.join() !== given.join())
    report('G4', next?.pointer ?? turn.pointer, 'Request contains an invalid argument.')
}

/** Returns the index at which the current turn begins: the last user content that is more than function responses. */
const startOfCurrentTurn = (turns: readonly Turn[]): number =>
  turns.findLastIndex(turn => turn.role === 'user' && responsesOf(turn).length < turn.placed.length)

/** Checks that the first function call of every step in the current turn has a signature (rule G5). */
export const checkSignatures = ({ turns, facts, report }: Check): void => {
  if (!facts.thoughtSignatures) return
  const begin = startOfCurrentTurn(turns)
  turns.forEach((turn, at) => {
    const [call] = callsOf(turn)
    if (at <= begin || turn.role !== 'model' || call === undefined) return
    if (textOfShape(call.part.thoughtSignature) !== '') return
    const name = textOfShape(fieldsOf(call.part.functionCall).name)
    report(
      'G5',
      call.pointer,
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
        'correctly, and missing thought_signature may lead to degraded model performance. Additional data, function ' +
        `call \`default_api:${name}\` , position ${at + 1}. Please refer to ` +
        'https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    )
  })
}
