import { choices, includeContentsValues, instructionParts } from '../../../core/agent/assert.ts'
import { catalogue } from '../../../core/diag/catalogue.ts'
import {
  anything,
  closed,
  described,
  list,
  number,
  oneOf,
  open,
  ref,
  text,
  trueOrFalse,
  where,
} from '../../../core/form/json-schema.ts'
import { reservedAuthors } from '../../../core/ir/event.ts'
import { formatNames } from '../../../core/ir/extra.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import { trusts } from '../../../core/ir/trust.ts'

const tokens = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })

const instruction = (description: string): JsonObject => ({
  ...where({ type: 'object' }, ref('reference'), { type: 'string' }),
  type: ['string', 'object'],
  description,
})

const generateConfig = closed(
  {
    temperature: number('Sampling temperature.'),
    topP: number('Nucleus sampling: probability mass of the tokens to choose from.'),
    topK: number('Number of most probable tokens to choose from.'),
    maxOutputTokens: number('Maximum tokens of an answer.'),
    stopSequences: list({ type: 'string' }, 'Texts at which the answer stops.'),
    seed: number('Seed, for more reproducible answers.'),
    presencePenalty: number('Penalty for tokens that occurred.'),
    frequencyPenalty: number('Penalty for tokens that occurred often.'),
    toolChoice: {
      ...where({ type: 'object' }, closed({ tool: text('Name of the tool.') }, ['tool']), {
        enum: choices,
      }),
      description: 'Whether and which tool the model must call: auto, none, required, or { tool }.',
    },
    parallelToolCalls: trueOrFalse('Whether the model may call several tools at once.'),
    reasoningEffort: text('Reasoning effort, as the provider spells it.'),
  },
  [],
  'Generation settings, with the same names for every provider.',
)

const budget = {
  ...where(
    { type: 'object' },
    closed(
      {
        input: tokens('Maximum input tokens.'),
        output: tokens('Tokens reserved for the answer, which are also its maximum.'),
        low: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          description: 'Share of the limit that is used after older history was dropped. Default: 0.5.',
        },
        priceStep: {
          enum: ['stay', 'cross'],
          description: 'Whether the place above which the model costs more is a limit too. Default: cross.',
        },
      },
      [],
    ),
    { type: 'integer', minimum: 0 },
  ),
  description: 'Token budget of a request. A number limits the input.',
}

const outputSchema = {
  ...where(
    {
      required: ['schema'],
      not: { anyOf: [{ required: ['type'] }, { required: ['jsonSchema'] }, { required: ['~standard'] }] },
    },
    closed(
      {
        name: text('Name of the schema, sent to the provider.'),
        description: text('Description of the schema, sent to the provider.'),
        schema: described({ type: 'object' }, 'JSON Schema.'),
        strict: trueOrFalse('Whether the provider enforces the schema. Default: if it can.'),
      },
      ['schema'],
    ),
  ),
  type: 'object',
  description: 'Schema of the answer: JSON Schema, or { name, schema } around it.',
}

/** Schemas of agents and of their fields. */
export const agentSchemas: JsonObject = {
  agent: {
    ...open(
      {
        name: {
          ...{ type: 'string', minLength: 1, not: { enum: reservedAuthors } },
          description: "Name, unique in the program. Author of the agent's events.",
        },
        model: {
          ...where({ type: 'array' }, { items: { type: 'string' }, minItems: 1 }, { type: 'string' }),
          type: ['string', 'array'],
          description:
            'Model to call, or several. Default: the model of the parent agent, or of the compile.',
        },
        fallbackModels: list({ type: 'string' }, 'Models to call if the first one cannot be called.'),
        description: text(
          'Purpose in one sentence, for the agent itself and for agents that may transfer to it.',
        ),
        identity: trueOrFalse(
          "Whether the instruction states the agent's name and description. Default: true.",
        ),
        instruction: instruction(
          'Instruction. {key} is replaced with a value of the state; {key?} may be missing.',
        ),
        globalInstruction: instruction(
          'Instruction that precedes those of all agents of the tree. Only on its root.',
        ),
        staticInstruction: {
          ...where({ type: 'array' }, { items: ref('instructionText') }, { type: 'string' }),
          type: ['string', 'array'],
          description: 'System text without placeholders.',
        },
        instructionOrder: list(
          oneOf(instructionParts, 'Part of the instruction.'),
          'Order of the parts of the instruction. Omitted parts follow in the usual order: global, identity, agent, schema, transfer.',
        ),
        tools: list(ref('tool'), 'Tools that the agent may call.'),
        subAgents: list(
          { ...ref('agent'), unevaluatedProperties: false },
          'Agents that it may transfer to, and that may transfer back.',
        ),
        allowTransfer: closed(
          {
            parent: trueOrFalse('Its parent. Default: true.'),
            peers: trueOrFalse('Other sub-agents of its parent. Default: true.'),
          },
          [],
          'Agents other than its sub-agents that it may transfer to.',
        ),
        outputKey: described(
          ref('key'),
          'Key of the state under which the answer is stored. The answer is then data, not part of the conversation.',
        ),
        remember: list(ref('memoryRule'), 'Rules by which the answer changes the state.'),
        outputSchema,
        expects: list(ref('anyKey'), 'Keys that the session provides, so no member has to write them.'),
        includeContents: oneOf(
          includeContentsValues,
          'History that the agent sees. topology (default): all but answers that it reads from the state. none: the current turn.',
        ),
        context: ref('context'),
        budget,
        generateConfig,
        allow: list(
          { enum: Object.keys(catalogue) },
          'Codes of intended findings, which check does not report.',
        ),
        extra: described(ref('extra'), 'Further fields of the request, for one format only.'),
      },
      ['name'],
      'An agent: its instruction, tools and context.',
    ),
    not: { required: ['context', 'includeContents'] },
  },
  reference: closed(
    {
      module: text('Specifier for import().'),
      export: text('Name of the export. Default: default.'),
      args: list(anything('Any JSON.'), 'Arguments after the context.'),
    },
    ['module'],
    'A function that writes the instruction, named by its module.',
  ),
  instructionText: closed(
    { text: text('Text, sent unchanged.'), extra: ref('extra') },
    ['text'],
    'A piece of an instruction.',
  ),
  tool: {
    type: 'object',
    description: "A function that the model may call, or a provider's own tool as { native }.",
    ...where({ required: ['native'] }, ref('nativeTool'), ref('functionTool')),
  },
  functionTool: closed(
    {
      name: described({ type: 'string', minLength: 1 }, 'Name by which the model calls it.'),
      description: text('Description for the model.'),
      parameters: described(
        { type: 'object' },
        'JSON Schema of the arguments. Default: an object without properties.',
      ),
      strict: trueOrFalse('Whether the provider is asked to enforce the schema.'),
      reads: list(ref('anyKey'), 'Keys of the state that it reads. Never sent.'),
      writes: list(ref('anyKey'), 'Keys of the state that it writes. Never sent.'),
      expands: trueOrFalse('Whether it restores compacted content by its handle. Never sent.'),
      agent: described(
        { ...ref('agent'), unevaluatedProperties: false },
        'Agent that answers the calls. Never sent.',
      ),
      needsApproval: trueOrFalse('Whether every call waits for an approval. Never sent.'),
      onInterrupt: oneOf(
        ['retry', 'report'],
        'After a crash during a call: retry runs it again, report tells the model that the outcome is unknown.',
      ),
      timeoutMs: described(
        { type: 'number', exclusiveMinimum: 0 },
        'Milliseconds after which a call fails. Never sent.',
      ),
      concurrency: described(
        { type: 'integer', minimum: 1 },
        'Maximum number of concurrent calls in one runner. Never sent.',
      ),
      readOnly: trueOrFalse('Whether it has no side effects, so a call may run twice. Never sent.'),
      idempotent: trueOrFalse('Whether two calls with one key have the effect of one. Never sent.'),
      external: trueOrFalse(
        'Whether its results contain text of outsiders, which is trusted least. Never sent.',
      ),
      reveal: {
        type: 'array',
        description:
          'Arguments in which it gets real values instead of placeholders, optionally after a scheme. Never sent.',
        items: {
          anyOf: [
            { type: 'string', minLength: 1 },
            closed({ argument: { type: 'string', minLength: 1 }, scheme: { type: 'string' } }, [
              'argument',
              'scheme',
            ]),
          ],
        },
      },
      guard: {
        type: 'object',
        description: 'Lowest trust of the text in its arguments, by their names. Never sent.',
        additionalProperties: {
          anyOf: [
            { enum: ['any', ...trusts] },
            closed({ trust: { enum: [...trusts] }, otherwise: { enum: ['refuse', 'ask'] } }, ['trust']),
          ],
        },
      },
      extra: ref('extra'),
    },
    ['name'],
  ),
  nativeTool: closed(
    {
      native: closed(
        {
          format: oneOf(formatNames, 'Format that has this tool.'),
          payload: described({ type: 'object' }, 'The tool, as the provider defines it.'),
        },
        ['format', 'payload'],
        "A provider's own tool, sent verbatim to that provider only.",
      ),
    },
    ['native'],
  ),
  extra: closed(
    {
      format: oneOf(formatNames, 'Format that gets them.'),
      fields: described({ type: 'object' }, 'The fields.'),
    },
    ['format', 'fields'],
    'Fields without a meaning in ctxc, sent back to the format that they came from.',
  ),
}
