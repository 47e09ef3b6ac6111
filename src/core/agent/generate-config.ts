import { check, text } from '../form/check.ts'
import { field, numberField, textField, textsField, yesOrNo } from '../form/field.ts'
import { type FormOf, formCheck, formField, formSchema } from '../form/form.ts'
import { conditionalSchema } from '../form/json-schema.ts'
import { isObject } from '../ir/json.ts'
import type { GenerateConfig } from './agent.ts'

/** Allowed values of `toolChoice`, apart from the name of one tool. */
const choices: readonly unknown[] = ['auto', 'none', 'required']

const oneTool: FormOf<{ readonly tool: string }> = {
  title: 'The tool that the model must call.',
  needs: { tool: field(text, { type: 'string' }, 'Name of the tool.') },
  takes: {},
}

const oneChoice = check(`one of ${choices.join(', ')}, or { tool }`, value => choices.includes(value))

const configForm: FormOf<GenerateConfig> = {
  title: 'Generation settings, with the same names for every provider.',
  needs: {},
  takes: {
    temperature: numberField('Sampling temperature.'),
    topP: numberField('Nucleus sampling: probability mass of the tokens to choose from.'),
    topK: numberField('Number of most probable tokens to choose from.'),
    maxOutputTokens: numberField('Maximum tokens of an answer.'),
    stopSequences: textsField('Texts at which the answer stops.'),
    seed: numberField('Seed, for more reproducible answers.'),
    presencePenalty: numberField('Penalty for tokens that occurred.'),
    frequencyPenalty: numberField('Penalty for tokens that occurred often.'),
    toolChoice: field(
      (value, at) => (isObject(value) ? formCheck(oneTool) : oneChoice)(value, at),
      conditionalSchema({ type: 'object' }, formSchema(oneTool), { enum: [...choices] as string[] }),
      'Whether and which tool the model must call: auto, none, required, or { tool }.',
    ),
    parallelToolCalls: yesOrNo('Whether the model may call several tools at once.'),
    reasoningEffort: textField('Reasoning effort, as the provider spells it.'),
  },
}

/** Field for generation settings. */
export const configField = formField(configForm)
