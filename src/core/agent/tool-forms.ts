import { check, object } from '../form/check.ts'
import {
  codeField,
  type Field,
  field,
  laterField,
  listField,
  orFunction,
  textField,
  wordChoiceField,
  yesOrNo,
} from '../form/field.ts'
import { type FormOf, formCheck, formField } from '../form/form.ts'
import { conditionalSchema, schemaReference } from '../form/json-schema.ts'
import { amount } from '../form/quantities.ts'
import { type Extra, formatNames, type Native } from '../ir/extra.ts'
import type { JsonObject } from '../ir/json.ts'
import { readAnyKey } from '../template/key.ts'
import type { FunctionTool, NativeTool } from './agent.ts'
import { guardField } from './argument-guard.ts'
import { revealField } from './reveal.ts'

/** Form of fields that have a meaning in only one request format. */
export const extraForm: FormOf<Extra> = {
  title: 'Fields without a meaning in ctxc, sent back to the format that they came from.',
  needs: {
    format: wordChoiceField(formatNames, 'Format that gets them.'),
    fields: field(object, { type: 'object' }, 'The fields.'),
  },
  takes: {},
}

/** Field for values that have a meaning in only one request format. */
export const extraField: Field = { check: formCheck(extraForm), schema: schemaReference('extra') }

const keysField = (description: string): Field =>
  listField((value, at) => void readAnyKey(value, at), schemaReference('anyKey'), description)

/** Field for the name of a tool. */
export const toolName = field(
  check('a name', value => typeof value === 'string' && value !== ''),
  { type: 'string', minLength: 1 },
  'Name by which the model calls it.',
)

/** Form of a function tool. */
export const functionToolForm: FormOf<FunctionTool & { readonly execute?: unknown }> = {
  title: 'A function that the model may call.',
  needs: { name: toolName },
  takes: {
    description: textField('Description for the model.'),
    parameters: laterField(
      { type: 'object' },
      'JSON Schema of the arguments. Default: an object without properties.',
    ),
    strict: yesOrNo('Whether the provider is asked to enforce the schema.'),
    execute: codeField(() => {}),
    reads: keysField('Keys of the state that it reads. Never sent.'),
    writes: keysField('Keys of the state that it writes. Never sent.'),
    expands: yesOrNo('Whether it restores compacted content by its handle. Never sent.'),
    agent: laterField(
      { ...schemaReference('agent'), unevaluatedProperties: false },
      'Agent that answers the calls. Never sent.',
    ),
    background: wordChoiceField(
      ['report', 'wake'],
      "Lets the agent work in the background. The caller's next turn sees its answer, or its answer begins a turn. Never sent.",
    ),
    answeredBy: wordChoiceField(
      ['person', 'page'],
      'Who answers the calls in place of a function. A runner waits for the answer. Never sent.',
    ),
    outputSchema: laterField(
      { type: 'object' },
      'JSON Schema of the answers that answeredBy gives. Never sent.',
    ),
    waitMs: field(
      amount,
      { type: 'number', exclusiveMinimum: 0 },
      'Milliseconds that a call waits for an approval or an answer. Never sent.',
    ),
    returnDirect: yesOrNo(
      "Whether a result that is no error is the agent's answer, so that the model is not called again. Never sent.",
    ),
    needsApproval: orFunction(yesOrNo('Whether every call waits for an approval. Never sent.')),
    onInterrupt: orFunction(
      wordChoiceField(
        ['retry', 'report'],
        'After a crash during a call: retry runs it again, report tells the model that the outcome is unknown.',
      ),
    ),
    timeoutMs: field(
      amount,
      { type: 'number', exclusiveMinimum: 0 },
      'Milliseconds after which a call fails. Never sent.',
    ),
    concurrency: field(
      check('a whole number from 1', value => Number.isSafeInteger(value) && Number(value) > 0),
      { type: 'integer', minimum: 1 },
      'Maximum number of concurrent calls in one runner. Never sent.',
    ),
    readOnly: yesOrNo('Whether it has no side effects, so a call may run twice. Never sent.'),
    idempotent: yesOrNo('Whether two calls with one key have the effect of one. Never sent.'),
    external: yesOrNo('Whether its results contain text of outsiders, which is trusted least. Never sent.'),
    reveal: revealField,
    guard: guardField,
    extra: extraField,
  },
}

const nativeForm: FormOf<Native> = {
  title: "A provider's own tool, sent verbatim to that provider only.",
  needs: {
    format: wordChoiceField(formatNames, 'Format that has this tool.'),
    payload: field(object, { type: 'object' }, 'The tool, as the provider defines it.'),
  },
  takes: {},
}

/** Form of a provider's own tool. */
export const nativeToolForm: FormOf<NativeTool> = {
  title: "A provider's own tool.",
  needs: { native: formField(nativeForm) },
  takes: {},
}

/** Schema of any tool. */
export const anyToolSchema: JsonObject = {
  type: 'object',
  description: "A function that the model may call, or a provider's own tool as { native }.",
  ...conditionalSchema(
    { required: ['native'] },
    schemaReference('nativeTool'),
    schemaReference('functionTool'),
  ),
}
