import fc from 'fast-check'
import type {
  Agent,
  FunctionTool,
  GenerateConfig,
  NativeTool,
  OutputSchema,
  Tool,
} from '../../agent/agent.ts'
import type { JsonObject } from '../../ir/json.ts'
import { blankText, someText, toolName, words } from './text.ts'

const sealed: JsonObject = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

const deep = (levels: number): JsonObject =>
  levels === 0
    ? { type: 'string' }
    : { type: 'object', properties: { a: deep(levels - 1) }, required: ['a'], additionalProperties: false }

/** Schemas that a provider enforces, and many that it refuses. */
const schema = (): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(sealed) },
    {
      weight: 4,
      arbitrary: fc.constantFrom<JsonObject>(
        {},
        { type: 'string' },
        { type: 'object' },
        { type: 'object', properties: {} },
        { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, additionalProperties: false },
        { ...sealed, required: [] },
        { ...sealed, required: ['city', 'ghost'] },
        { ...sealed, additionalProperties: true },
        { anyOf: [sealed, { type: 'null' }] },
        { ...sealed, anyOf: [{}] },
        { ...sealed, oneOf: [{}] },
        { ...sealed, properties: { city: { $ref: '#' } } },
        { ...sealed, properties: { city: { $ref: '#/$defs/c' } }, $defs: { c: { $ref: '#/$defs/c' } } },
        { ...sealed, properties: { city: { $ref: 'https://x.org/s.json' } } },
        {
          ...sealed,
          properties: { city: { allOf: [{ $ref: '#/$defs/c' }] } },
          $defs: { c: { type: 'string' } },
        },
        { ...sealed, properties: { city: { type: ['object', 'null'] } } },
        {
          ...sealed,
          properties: { city: { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true } },
        },
        { ...sealed, properties: { city: { not: {}, patternProperties: {} } } },
        {
          ...sealed,
          properties: { city: { enum: Array.from({ length: 1_100 }, (_, index) => `value ${index}`) } },
        },
        {
          ...sealed,
          properties: Object.fromEntries(
            Array.from({ length: 30 }, (_, index) => [`p${index}`, { type: ['string', 'null'] }]),
          ),
        },
        { type: 'object', properties: 5, required: 'x' },
        { type: 'object', properties: { a: null, b: true, c: [] }, additionalProperties: false },
        JSON.parse(
          '{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false}',
        ) as JsonObject,
        deep(6),
        deep(12),
        deep(400),
      ),
    },
  )

const functionTool = (): fc.Arbitrary<FunctionTool> =>
  fc
    .record(
      { name: toolName(), description: someText(), parameters: schema(), strict: fc.boolean() },
      { requiredKeys: ['name'] },
    )
    .map(tool => tool as FunctionTool)

const nativeTool = (): fc.Arbitrary<NativeTool> =>
  fc
    .constantFrom<NativeTool['native']>(
      { format: 'anthropic', payload: { type: 'web_search_20250305', name: 'web_search' } },
      { format: 'openai', payload: { type: 'web_search' } },
      { format: 'openai', payload: { type: 'custom', name: 'run' } },
      { format: 'openai-chat', payload: { type: 'custom', custom: { name: 'run' } } },
      { format: 'gemini', payload: { googleSearch: {} } },
      { format: 'gemini', payload: { codeExecution: {}, urlContext: {} } },
    )
    .map(native => ({ native }))

const tools = (): fc.Arbitrary<Tool[]> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.uniqueArray(functionTool(), { minLength: 1, maxLength: 4, selector: tool => tool.name }),
    },
    { weight: 1, arbitrary: fc.array(fc.oneof(functionTool(), nativeTool()), { maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.constant(
        Array.from({ length: 23 }, (_, index) => ({
          name: `tool_${index}`,
          parameters: sealed,
          strict: true,
        })),
      ),
    },
  )

const outputSchema = (): fc.Arbitrary<OutputSchema> =>
  fc
    .record(
      { schema: schema(), name: toolName(), description: words(), strict: fc.boolean() },
      { requiredKeys: ['schema'] },
    )
    .map(declared => declared as OutputSchema)

const generateConfig = (): fc.Arbitrary<GenerateConfig> =>
  fc
    .record(
      {
        temperature: fc.constantFrom(0, 0.5, 1),
        topP: fc.constantFrom(0.9, 1),
        topK: fc.constantFrom(1, 40),
        maxOutputTokens: fc.constantFrom(1, 500, 1_000_000),
        stopSequences: fc.constantFrom<string[]>([], [' '], ['END'], ['a', 'b', 'c', 'd', 'e']),
        seed: fc.constant(7),
        presencePenalty: fc.constant(0.5),
        frequencyPenalty: fc.constant(0.5),
        toolChoice: fc.constantFrom<GenerateConfig['toolChoice']>(
          'auto',
          'none',
          'required',
          { tool: 'search' },
          { tool: 'ghost' },
        ),
        parallelToolCalls: fc.boolean(),
        reasoningEffort: fc.constantFrom('none', 'minimal', 'low', 'high', 'xhigh', 'max', 'utmost'),
      },
      { requiredKeys: [] },
    )
    .map(config => config as GenerateConfig)

const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

/**
 * Declarations: instructions, tools, output schemas and settings, good ones and such as a model refuses.
 *
 * @example
 * import fc from 'fast-check'
 * import { arbitraryAgent } from 'ctxc/testing/arbitrary'
 *
 * fc.assert(fc.property(arbitraryAgent(), agent => agent.name === 'agent'))
 */
export const arbitraryAgent = (): fc.Arbitrary<Agent> =>
  fc
    .record({
      staticInstruction: fc.oneof(
        fc.constant(undefined),
        someText(),
        blankText(),
        fc.array(
          someText().map(text => ({ text })),
          { maxLength: 3 },
        ),
      ),
      tools: fc.oneof(fc.constant(undefined), tools()),
      outputSchema: rarely(outputSchema()),
      generateConfig: rarely(generateConfig()),
    })
    .map(declared => ({
      name: 'agent',
      identity: false as const,
      ...(Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== undefined)) as Omit<
        Agent,
        'name'
      >),
    }))
