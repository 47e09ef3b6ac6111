import { catalogue } from '../diag/catalogue.ts'
import { agentName } from '../form/agent-name.ts'
import { type Check, check, isText, listOf, oneOf } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import {
  codeField,
  field,
  laterField,
  listField,
  positiveCountField,
  textField,
  textsField,
  wordChoiceField,
  yesOrNo,
} from '../form/field.ts'
import { type FormOf, formField } from '../form/form.ts'
import { conditionalSchema, schemaReference } from '../form/json-schema.ts'
import { reservedAuthors } from '../ir/event.ts'
import { isProtection } from '../ir/protection.ts'
import { readAnyKey } from '../template/key.ts'
import { keyField } from '../template/key-field.ts'
import type { Agent, InstructionPart, TransferRule } from './agent.ts'
import { configField } from './generate-config.ts'
import { instructionField, staticInstructionField } from './instruction-form.ts'
import { budgetField } from './read-budget.ts'
import { outputSchemaField } from './read-output-schema.ts'
import { extraField } from './tool-forms.ts'

/** Parts of an instruction, by their names. */
const instructionParts = [
  'global',
  'identity',
  'agent',
  'schema',
  'transfer',
] as const satisfies readonly InstructionPart[]

/** Allowed values of `includeContents`. */
const includeContentsValues = [
  'topology',
  'all',
  'default',
  'none',
  'user-only',
  'exclude-agents',
] as const satisfies readonly Agent['includeContents'][]

const transferForm: FormOf<TransferRule> = {
  title: 'Agents other than its sub-agents that it may transfer to.',
  needs: {},
  takes: {
    parent: yesOrNo('Its parent. Default: true.'),
    peers: yesOrNo('Other sub-agents of its parent. Default: true.'),
  },
}

/**
 * Returns a field for functions. Data cannot contain functions, so only a declaration in code can have this field.
 * `ofCode` checks the value.
 */
const functionsField = (ofCode: Check) =>
  codeField((value, at) => {
    if (at.isData) throw wrongValueError('functions, which no data holds', value, at)
    ofCode(value, at)
  })

const mapOfFunctions = codeField(check('a map of functions', value => value instanceof Map))

/** Form of an agent. Nested declarations are read separately. */
export const agentForm: FormOf<Omit<Agent, '~keys'>> = {
  title: 'An agent: its instruction, tools and context.',
  needs: {
    name: field(
      agentName,
      { type: 'string', minLength: 1, not: { enum: reservedAuthors } },
      "Name, unique in the program. Author of the agent's events.",
    ),
  },
  takes: {
    model: field(
      check(
        'a string or a list of strings',
        value => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
      ),
      {
        ...conditionalSchema(
          { type: 'array' },
          { items: { type: 'string' }, minItems: 1 },
          { type: 'string' },
        ),
        type: ['string', 'array'],
      },
      'Model to call, or several. Default: the model of the parent agent, or of the compile.',
    ),
    fallbackModels: textsField('Models to call if the first one cannot be called.'),
    description: textField(
      'Purpose in one sentence, for the agent itself and for agents that may transfer to it.',
    ),
    identity: yesOrNo("Whether the instruction states the agent's name and description. Default: true."),
    instruction: instructionField(
      'Instruction. {key} is replaced with a value of the state; {key?} may be missing.',
    ),
    globalInstruction: instructionField(
      'Instruction that precedes those of all agents of the tree. Only on its root.',
    ),
    staticInstruction: staticInstructionField,
    instructionOrder: listField(
      oneOf(instructionParts),
      wordChoiceField(instructionParts, 'Part of the instruction.').schema,
      'Order of the parts of the instruction. Omitted parts follow in the usual order: global, identity, agent, schema, transfer.',
    ),
    tools: laterField({ type: 'array', items: schemaReference('tool') }, 'Tools that the agent may call.'),
    toolConcurrency: positiveCountField(
      'calls',
      "Maximum number of concurrent calls of the agent's tools in one session, also of those that agents answer.",
    ),
    subAgents: laterField(
      { type: 'array', items: { ...schemaReference('agent'), unevaluatedProperties: false } },
      'Agents that it may transfer to, and that may transfer back.',
    ),
    protect: functionsField(listOf(check('a result of a function of ctxc/protect', isProtection))),
    allowTransfer: formField(transferForm),
    outputKey: keyField(
      'Key of the state under which the answer is stored. The answer is then data, not part of the conversation.',
    ),
    remember: laterField(
      { type: 'array', items: schemaReference('memoryRule') },
      'Rules by which the answer changes the state.',
    ),
    outputSchema: outputSchemaField,
    expects: listField(
      (value, at) => void readAnyKey(value, at),
      schemaReference('anyKey'),
      'Keys that the session provides, so no member has to write them.',
    ),
    includeContents: wordChoiceField(
      includeContentsValues,
      'History that the agent sees. topology (default): all but answers that it reads from the state. none: the current turn.',
    ),
    context: laterField(schemaReference('context')),
    budget: budgetField,
    generateConfig: configField,
    allow: listField(
      oneOf(Object.keys(catalogue), 'the code of a diagnostic'),
      { enum: Object.keys(catalogue) },
      'Codes of intended findings, which check does not report.',
    ),
    extra: field(
      extraField.check,
      schemaReference('extra'),
      'Further fields of the request, for one format only.',
    ),
    executors: mapOfFunctions,
    toolHandlers: mapOfFunctions,
    callbacks: functionsField(() => {}),
  },
  rule: {
    check(read, at) {
      const { context, includeContents } = read as Partial<Agent>
      if (context === undefined || includeContents === undefined) return
      at.in('includeContents').readSeparately(place => {
        throw place.wrong('cannot be combined with context', { help: 'remove one of them' })
      })
    },
    schema: { not: { required: ['context', 'includeContents'] } },
  },
}
