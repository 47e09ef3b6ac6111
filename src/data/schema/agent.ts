import { choices, includeContentsValues, instructionParts } from '../../agent/assert.ts'
import { catalogue } from '../../diag/catalogue.ts'
import { reservedAuthors } from '../../ir/event.ts'
import { formatNames } from '../../ir/format-name.ts'
import type { JsonObject } from '../../ir/json.ts'
import { trusts } from '../../ir/trust.ts'
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
} from '../../validate/json-schema.ts'

const tokens = (description: string): JsonObject => ({ type: 'integer', minimum: 0, description })

const instruction = (description: string): JsonObject => ({
  ...where({ type: 'object' }, ref('reference'), { type: 'string' }),
  type: ['string', 'object'],
  description,
})

const generateConfig = closed(
  {
    temperature: number('How freely the model chooses its words.'),
    topP: number('The share of likely words that it chooses from.'),
    topK: number('The number of likely words that it chooses from.'),
    maxOutputTokens: number('The most tokens of an answer.'),
    stopSequences: list({ type: 'string' }, 'Texts at which the answer ends.'),
    seed: number('Makes answers more alike from run to run.'),
    presencePenalty: number('Keeps the model from words that it used.'),
    frequencyPenalty: number('Keeps the model from words that it used often.'),
    toolChoice: {
      ...where({ type: 'object' }, closed({ tool: text('The name of the tool.') }, ['tool']), {
        enum: choices,
      }),
      description: 'Whether and what the model must call: auto, none, required, or { tool }.',
    },
    parallelToolCalls: trueOrFalse('Whether it may call several tools at once.'),
    reasoningEffort: text('How much it reasons, in the words of its provider.'),
  },
  [],
  'Settings of generation, in one spelling for every provider.',
)

const budget = {
  ...where(
    { type: 'object' },
    closed(
      {
        input: tokens('The most tokens of input.'),
        output: tokens('Tokens to keep free for the answer, and to ask for at the most.'),
        low: {
          type: 'number',
          minimum: 0,
          maximum: 1,
          description:
            'How much of the limit is still used once older history was left out; 0.5 when left out.',
        },
      },
      [],
    ),
    { type: 'integer', minimum: 0 },
  ),
  description: 'Tokens that a request may hold. A number is the input.',
}

const outputSchema = {
  ...where(
    {
      required: ['schema'],
      not: { anyOf: [{ required: ['type'] }, { required: ['jsonSchema'] }, { required: ['~standard'] }] },
    },
    closed(
      {
        name: text('What the provider is told that the form is called.'),
        description: text('What it is for.'),
        schema: described({ type: 'object' }, 'JSON Schema.'),
        strict: trueOrFalse('Left out: enforced wherever the provider can.'),
      },
      ['schema'],
    ),
  ),
  type: 'object',
  description: 'The form that the answer must have: JSON Schema, or { name, schema } around it.',
}

/** Schemas of agents and of their fields. */
export const agentSchemas: JsonObject = {
  agent: {
    ...open(
      {
        name: {
          ...{ type: 'string', minLength: 1, not: { enum: reservedAuthors } },
          description: 'Unique in its program; it is the author of what the agent says.',
        },
        model: {
          ...where({ type: 'array' }, { items: { type: 'string' }, minItems: 1 }, { type: 'string' }),
          type: ['string', 'array'],
          description:
            'The model to call, or several; left out: that of the agent above it, or of the compile.',
        },
        fallbackModels: list({ type: 'string' }, 'Models to call if the first one cannot be called.'),
        description: text(
          'What it is for, in a sentence: for itself, and for agents that may hand over to it.',
        ),
        identity: trueOrFalse('Whether it is told who it is; true when left out.'),
        instruction: instruction(
          'What it is told; {key} is a value of the state, {key?} one that may be missing.',
        ),
        globalInstruction: instruction('Of the root of a tree: what all agents of the tree are told first.'),
        staticInstruction: {
          ...where({ type: 'array' }, { items: ref('instructionText') }, { type: 'string' }),
          type: ['string', 'array'],
          description: 'System text, never read as a template.',
        },
        instructionOrder: list(
          oneOf(instructionParts, 'A part of the instruction.'),
          'These parts first, then the others in the usual order: global, identity, agent, schema, transfer.',
        ),
        tools: list(ref('tool'), 'What it may call.'),
        subAgents: list(
          { ...ref('agent'), unevaluatedProperties: false },
          'Agents that it may hand over to, and that may hand back.',
        ),
        allowTransfer: closed(
          {
            parent: trueOrFalse('To its parent; true when left out.'),
            peers: trueOrFalse('To the other agents of its parent; true when left out.'),
          },
          [],
          'To which agents, beside its own, it may hand over.',
        ),
        outputKey: described(
          ref('key'),
          'The key of the state that its answer is kept under: its text is data then, not talk.',
        ),
        remember: list(ref('memoryRule'), 'By which rules its answer changes the state after it answered.'),
        outputSchema,
        expects: list(
          ref('anyKey'),
          'Keys that a session brings, so that nothing in the program has to write them.',
        ),
        includeContents: oneOf(
          includeContentsValues,
          'What of a session it is shown. topology, the usual: all but what reaches it through the state; none: the current turn.',
        ),
        context: ref('context'),
        budget,
        generateConfig,
        allow: list({ enum: Object.keys(catalogue) }, 'Codes of findings that are intended.'),
        extra: described(ref('extra'), 'Other fields of the request, for one format alone.'),
      },
      ['name'],
      'An agent: what it is told, what it may call, and what it is shown.',
    ),
    not: { required: ['context', 'includeContents'] },
  },
  reference: closed(
    {
      module: text('What import() takes.'),
      export: text('Name of the export; default when left out.'),
      args: list(anything('Any JSON.'), 'Given to it after the context.'),
    },
    ['module'],
    'A function that writes the instruction, by its module.',
  ),
  instructionText: closed(
    { text: text('What is sent, as it stands.'), extra: ref('extra') },
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
      name: described({ type: 'string', minLength: 1 }, 'What the model calls it by.'),
      description: text('What it does, for the model.'),
      parameters: described(
        { type: 'object' },
        'JSON Schema of the arguments; left out: an object without properties.',
      ),
      strict: trueOrFalse('Ask the provider to enforce the schema.'),
      reads: list(ref('anyKey'), 'Keys of the state that it reads; no provider is told.'),
      writes: list(ref('anyKey'), 'Keys of the state that it writes; no provider is told.'),
      expands: trueOrFalse('It brings back by their handles what is shown short; no provider is told.'),
      agent: described(
        { ...ref('agent'), unevaluatedProperties: false },
        'The agent that answers the calls; no provider is told.',
      ),
      needsApproval: trueOrFalse("Whether every call waits for somebody's approval; no provider is told."),
      onInterrupt: oneOf(
        ['retry', 'report'],
        'A call that a crash interrupted is run again, or reported to the model as of unknown outcome.',
      ),
      timeoutMs: described(
        { type: 'number', exclusiveMinimum: 0 },
        'Milliseconds after which a call fails; no provider is told.',
      ),
      concurrency: described(
        { type: 'integer', minimum: 1 },
        'Upper bound on concurrent calls in one runner; no provider is told.',
      ),
      readOnly: trueOrFalse('It changes nothing, so that a call may run twice; no provider is told.'),
      idempotent: trueOrFalse('Two calls with one key have the effect of one; no provider is told.'),
      external: trueOrFalse(
        'Its results hold texts of outsiders, so they are trusted least; no provider is told.',
      ),
      reveal: {
        type: 'array',
        description:
          'Arguments in which it gets real values instead of placeholders, also behind a scheme; no provider is told.',
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
        description: 'Whose words arguments may be made of, by their names; no provider is told.',
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
          format: oneOf(formatNames, 'The format that knows it.'),
          payload: described({ type: 'object' }, 'The tool, in the words of its provider.'),
        },
        ['format', 'payload'],
        "A provider's own tool, sent verbatim to that provider only.",
      ),
    },
    ['native'],
  ),
  extra: closed(
    {
      format: oneOf(formatNames, 'The format that they go back to.'),
      fields: described({ type: 'object' }, 'The fields.'),
    },
    ['format', 'fields'],
    'Fields with no meaning here, given back to the format that they came from.',
  ),
}
