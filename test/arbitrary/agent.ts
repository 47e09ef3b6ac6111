import fc from 'fast-check'
import type {
  Agent,
  FunctionTool,
  GenerateConfig,
  NativeTool,
  OutputSchema,
  Tool,
} from '../../src/core/agent/agent.ts'
import type { JsonObject } from '../../src/core/ir/json.ts'
import { invisibleText, sentences, someText, toolName } from './text.ts'

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

/** Makes an otherwise plain schema with one given property. */
const holding = (city: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...sealed,
  properties: { city },
  ...more,
})

const branch = (kind: string): JsonObject => ({
  type: 'object',
  properties: { kind: { type: 'string', const: kind }, [kind]: { type: 'integer' } },
  required: ['kind', kind],
})

/** Schemas in the styles of libraries, MCP servers and older drafts. */
const forms: readonly JsonObject[] = [
  // zod: a description, bounds, a format, a tuple, a discriminated union, a record, a default.
  holding({
    type: 'string',
    description: 'A link.',
    minLength: 2,
    maxLength: 9,
    format: 'uri',
    pattern: '^(?!a)\\bh',
  }),
  holding({ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991, default: 7 }),
  holding({
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'number' }],
    items: false,
    minItems: 2,
    maxItems: 2,
  }),
  holding({ oneOf: [branch('a'), branch('b')] }),
  holding({ oneOf: [{ type: 'string' }, { type: 'string', minLength: 3 }] }),
  holding({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } }),
  { $schema: 'http://json-schema.org/draft-07/schema#', anyOf: [branch('a'), branch('b')] },
  { type: 'object', allOf: [branch('a'), { $ref: '#/$defs/b' }], $defs: { b: branch('b') } },
  { type: 'object', oneOf: [{ $ref: '#' }, { required: ['a'] }], not: {}, enum: [{}] },
  holding({ $ref: '#/$defs/c', description: 'd', default: 'x' }, { $defs: { c: { type: 'string' } } }),
  // arktype: values without a type.
  holding({ enum: ['a', 1, null] }),
  holding({ const: 'a' }),
  holding({ enum: [{ a: 1 }, ['b']] }),
  // pydantic and zod-to-json-schema: a root that is only a reference.
  { $ref: '#/$defs/r', $defs: { r: { ...sealed, properties: { city: { $ref: '#/$defs/r' } } } } },
  { $ref: '#' },
  // Older drafts, OpenAPI, and invalid schemas.
  holding({ type: 'array', items: [{ type: 'string' }, {}], additionalItems: { type: 'number' } }),
  holding({ type: 'array', items: [] }),
  holding({ type: ['array', 'null'], contains: {}, minContains: 1 }),
  holding({ type: 'number', minimum: 1, exclusiveMinimum: true, exclusiveMaximum: false }),
  holding({ type: 'string', nullable: true, enum: ['a'] }, { definitions: { x: { type: 'any' } } }),
  holding({ type: 'STRING', nullable: false, required: true, minLength: '5' }),
  holding({ type: 'any', items: 5, anyOf: [], oneOf: {}, enum: [], pattern: 5, multipleOf: 0 }),
  {
    type: 'object',
    properties: { 'filter[x]': true, ['n'.repeat(70)]: false, '': {} },
    required: ['filter[x]'],
  },
  { ...sealed, $id: 'no reference', title: 5, required: ['city', 'city'] },
  { ...sealed, if: { required: ['city'] }, else: {}, unevaluatedProperties: false },
]

/** Generates schemas that a provider enforces, and many that it refuses. */
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
        ...forms,
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
      { schema: schema(), name: toolName(), description: sentences(), strict: fc.boolean() },
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
 * Generates declarations: instructions, tools, output schemas and settings, both valid ones and ones that a model
 * refuses.
 */
export const arbitraryAgent = (): fc.Arbitrary<Agent> =>
  fc
    .record({
      staticInstruction: fc.oneof(
        fc.constant(undefined),
        someText(),
        invisibleText(),
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
