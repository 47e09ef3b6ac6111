import type { Protection } from '../../../src/core/protect/index.ts'
import { capture, distill, extract } from '../../../src/core/remember/index.ts'
import { agent, C } from '../../../src/index.ts'

/** Texts by the place of a declaration that holds them. */
export type Texts = Readonly<Partial<Record<Place, string>>>

/** Places of declarations, and of what a program is given with them. */
export const places = [
  'instruction',
  'globalInstruction',
  'staticInstruction',
  'description',
  'tool',
  'enum',
  'default',
  'property',
  'output',
  'template',
  'text',
  'query',
  'memoryQuery',
  'prompt',
  'schema',
  'stop',
  'extra',
  'function',
  'artifact',
  'memory',
  'summaryPrompt',
  'failure',
  'thrown',
] as const
export type Place = (typeof places)[number]

const escaped = (text: string): string => text.replaceAll('{', '(').replaceAll('}', ')')

/** Returns an agent that holds some texts in its declarations, with every source of context. */
export function declared(
  texts: Texts,
  protect: readonly Protection[],
  { sources }: { readonly sources: boolean },
) {
  const { enum: choice, default: usual, property = 'q', output, template = 'Seen: {person?}', stop } = texts
  return agent({
    name: 'helper',
    protect,
    instruction:
      texts.function === undefined && texts.thrown === undefined
        ? `Help {person?}. ${escaped(texts.instruction ?? '')}`
        : () => {
            if (texts.thrown) throw new Error(texts.thrown)
            return `Help. ${texts.function}`
          },
    ...(texts.globalInstruction && { globalInstruction: escaped(texts.globalInstruction) }),
    ...(texts.staticInstruction && { staticInstruction: texts.staticInstruction }),
    ...(texts.description && { description: texts.description }),
    tools: [
      {
        name: 'find',
        description: `Finds. ${texts.tool ?? ''}`,
        parameters: {
          type: 'object',
          properties: {
            [property]: {
              type: 'string',
              ...(choice && { enum: [choice, 'b'] }),
              ...(usual && { default: usual, examples: [usual] }),
            },
          },
        },
      },
    ],
    ...(output && {
      outputSchema: {
        name: 'answer',
        schema: {
          type: 'object',
          properties: { a: { type: 'string', description: output, const: output } },
          required: ['a'],
          additionalProperties: false,
        },
      },
    }),
    ...(stop && { generateConfig: { stopSequences: [stop] } }),
    ...(texts.extra && { extra: { format: 'openai' as const, fields: { metadata: { note: texts.extra } } } }),
    ...(sources && {
      context: [
        C.last(6).compact({ over: 200 }),
        C.all().summarize({
          segment: 3,
          olderThan: 2,
          ...(texts.summaryPrompt && { prompt: texts.summaryPrompt }),
        }),
        C.template(escaped(template)),
        C.text('note', () => {
          if (texts.thrown) throw new Error(texts.thrown)
          return texts.text ?? 'None.'
        }),
        C.state('person'),
        C.notes('notes'),
        C.artifact('letter'),
        C.relevant(texts.query ? { query: texts.query, top: 2 } : { queryKey: 'query', top: 2 }),
        C.memory({ top: 2, ...(texts.memoryQuery ? { query: texts.memoryQuery } : {}) }),
      ],
    }),
    remember: [
      capture({ key: 'last' }),
      extract({
        key: 'facts',
        schema: { type: 'object', properties: { a: { type: 'string', description: texts.schema ?? 'x' } } },
        ...(texts.prompt && { prompt: texts.prompt }),
      }),
      distill({ key: 'learnt', ...(texts.prompt && { prompt: texts.prompt }) }),
    ],
  } as never)
}
