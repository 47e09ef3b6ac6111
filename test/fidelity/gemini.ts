import fc from 'fast-check'
import { fromGemini } from '../../src/from.ts'
import { type Format, said, sealed, some } from './same.ts'

type Part = Readonly<Record<string, unknown>>

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'
const seal = some({ thoughtSignature: sealed() })
const signed = (part: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc.tuple(part, seal).map(([one, more]) => ({ ...one, ...more }))
const text = said().map((words): Part => ({ text: words }))
const thought = fc
  .tuple(said(), sealed())
  .map(([words, thoughtSignature]): Part => ({ text: words, thought: true, thoughtSignature }))
const drawn = fc.constant<Part>({ inlineData: { mimeType: 'image/png', data: png } })
const call = sealed().map(
  (thoughtSignature): Part => ({ functionCall: { id: 'N', name: 'save', args: { n: 1 } }, thoughtSignature }),
)
const code: Part[] = [
  { executableCode: { language: 'PYTHON', code: '1' } },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
]
const answer = fc
  .tuple(
    fc.array(
      fc.oneof(
        signed(text).map(part => [part]),
        thought.map(part => [part]),
        signed(drawn).map(part => [part]),
        call.map(part => [part]),
        fc.constant(code),
        fc.constant<Part[]>([{ newThing: { words: 'kept' } }]),
      ),
      { maxLength: 5 },
    ),
    signed(text),
  )
  .map(([groups, last]) => [...groups.flat(), last])
const user = fc.array(
  fc.oneof(
    text,
    drawn,
    fc.constant<Part>({
      fileData: { fileUri: 'gs://x/a.png', mimeType: 'image/png' },
      mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' },
    }),
  ),
  { minLength: 1, maxLength: 3 },
)
const response = fc.constantFrom<Part>({ output: 'Two.' }, { list: ['a', { b: 1 }] }, { error: 'No.' })

function turn([parts, given, words]: [Part[], Part, Part[]], at: number): object[] {
  let number = 0
  const said = parts.map(part =>
    'functionCall' in part
      ? (JSON.parse(JSON.stringify(part).replace('"N"', `"c${at}_${++number}"`)) as Part)
      : part,
  )
  const results = said.flatMap(part => {
    const { functionCall } = part as { functionCall?: { id: string; name: string } }
    return functionCall
      ? [{ functionResponse: { id: functionCall.id, name: functionCall.name, response: given } }]
      : []
  })
  return [
    { role: 'model', parts: said },
    ...(results.length > 0 ? [{ role: 'user', parts: results }] : []),
    { role: 'user', parts: words },
  ]
}

/** Requests of generateContent. */
export const geminiFormat: Format = {
  target: 'gemini',
  model: 'gemini-3.8-flash',
  requests: fc
    .tuple(user, fc.array(fc.tuple(answer, response, user), { minLength: 1, maxLength: 3 }))
    .map(([first, turns]) => ({
      model: 'gemini-3.8-flash',
      contents: [{ role: 'user', parts: first }, ...turns.flatMap(turn)],
      config: {
        tools: [
          { codeExecution: {} },
          {
            functionDeclarations: [
              { name: 'save', parametersJsonSchema: { type: 'object', properties: {} } },
            ],
          },
        ],
      },
    })),
  read: request => fromGemini(request as never),
  pieces: request =>
    (request as { contents: { role: string; parts: Part[] }[] }).contents.flatMap(({ role, parts }) =>
      parts.map(part => ({ role, part })),
    ),
}
