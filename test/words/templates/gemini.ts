import { words as W } from '../marks.ts'
import { each, type Plot, png, schema, some } from './plot.ts'

/** Contents of generateContent. */
export function gemini(plot: Plot): unknown {
  const image = { inlineData: { mimeType: 'image/png', data: png } }
  const contents = each(plot, (turn, id) => [
    { role: 'user', parts: [{ text: W }, ...some(turn.asked === 'file', image)] },
    ...some(turn.said !== 'none' || turn.call !== 'none', {
      role: 'model',
      parts: [
        ...some(turn.thought, { text: W, thought: true, thoughtSignature: 'c2VhbGVk' }),
        ...some(turn.said !== 'none', { text: W }),
        ...some(
          turn.item,
          { executableCode: { language: 'PYTHON', code: W } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: W } },
        ),
        ...some(turn.call !== 'none', { functionCall: { id, name: 'save', args: { city: W } } }),
      ],
    }),
    ...some(turn.call !== 'none', {
      role: 'user',
      parts: [
        {
          functionResponse: {
            id,
            name: 'save',
            response: turn.call === 'text' ? { output: W } : { list: [W], of: { in: W } },
            ...(turn.call === 'parts' && { parts: [image] }),
          },
        },
      ],
    }),
    ...some(turn.item, {
      role: 'user',
      parts: [
        {
          fileData: { fileUri: 'gs://x/a.png', mimeType: 'image/png', displayName: W },
          partMetadata: { of: W },
        },
        { function_call: { name: 'late', args: { city: W } } },
      ],
    }),
  ])
  const all = [...contents, { role: 'user', parts: [{ text: W }] }]
  return plot.whole
    ? {
        model: 'gemini-3.8-flash',
        contents: all,
        config: {
          ...(plot.system && { systemInstruction: W }),
          ...(plot.tool && {
            tools: [
              { functionDeclarations: [{ name: 'save', description: W, parametersJsonSchema: schema }] },
            ],
          }),
        },
      }
    : all
}
