import { count } from '../../core/count/count.ts'
import { estimate } from '../../core/count/estimate.ts'
import { targetNames } from '../../core/ir/target-name.ts'
import { UsageError } from '../io.ts'

/** Arguments of a tool call, as the coding agent sent them. */
export type Given = Readonly<Record<string, unknown>>

/** Tool of the MCP server, which runs a command. */
export interface CommandTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
  /** Returns the command line for the arguments of a tool call. */
  readonly argv: (given: Given) => readonly string[]
}

const filePathSchema = (description: string) => ({ type: 'string', description })

/** Input properties of all tools that compile a file. */
const compiling = {
  target: { type: 'string', enum: [...targetNames], description: 'the request format' },
  model: { type: 'string', description: 'the model to call' },
  agent: { type: 'string', description: 'of a program: the agent to compile for' },
  session: filePathSchema('of a program: a file with the session'),
  budget: { type: 'integer', minimum: 1, description: 'the most tokens of input' },
  aim: {
    type: 'integer',
    minimum: 1,
    description: 'the soft size of the input: when a turn begins, a longer history is brought down',
  },
  format: { type: 'string', enum: ['pretty', 'json'] },
}

const toolInputSchema = (properties: object, required: readonly string[]) => ({
  type: 'object' as const,
  properties,
  required,
  additionalProperties: false,
})

/** Returns arguments as options of the form `--name=value`, so that a value cannot act as a separate option. */
const options = (given: Given, names: readonly string[]): readonly string[] =>
  names.flatMap(name => (given[name] === undefined ? [] : [`--${name}=${textOf(given[name], name)}`]))

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new UsageError(`${name} must be a text or a number`)
}

const pathOf = (given: Given, name: string): string => {
  const value = given[name]
  if (typeof value !== 'string' || value === '') throw new UsageError(`${name} must be the path of a file`)
  return value
}

const compileNames = Object.keys(compiling)

/** Tools that a coding agent may call. None of them runs a program's code or changes anything. */
export const commandTools: readonly CommandTool[] = [
  {
    name: 'compile',
    description:
      'Compiles a conversation, or an agent program as JSON with a session, into a provider request, and sums up what is sent, dropped and why.',
    inputSchema: toolInputSchema(
      { file: filePathSchema('a conversation or a program, as JSON'), ...compiling },
      ['file'],
    ),
    argv: given => ['compile', ...options(given, compileNames), '--', pathOf(given, 'file')],
  },
  {
    name: 'explain',
    description: 'Explains each part of a compiled request, or a diagnostic by its code, such as CX3001.',
    inputSchema: toolInputSchema(
      { subject: filePathSchema('a conversation, or the code of a diagnostic'), ...compiling },
      ['subject'],
    ),
    argv: given => ['explain', ...options(given, compileNames), '--', pathOf(given, 'subject')],
  },
  {
    name: 'check',
    description:
      'Looks for what will go wrong in agent programs as JSON: missing keys, words lost or told twice.',
    inputSchema: toolInputSchema({ file: filePathSchema('a program as JSON, a folder or a pattern') }, [
      'file',
    ]),
    argv: given => ['check', '--', pathOf(given, 'file')],
  },
  {
    name: 'diff',
    description:
      'Shows where the request for one conversation parts from that for an earlier one, and so loses the cache.',
    inputSchema: toolInputSchema(
      { earlier: filePathSchema('the earlier one'), later: filePathSchema('the later one'), ...compiling },
      ['earlier', 'later'],
    ),
    argv: given => [
      'diff',
      ...options(given, compileNames),
      '--',
      pathOf(given, 'earlier'),
      pathOf(given, 'later'),
    ],
  },
]

/** Available tokenizers: two exact vocabularies, and estimates for models whose vocabulary is not public. */
const tokenizers = ['o200k_base', 'cl100k_base', 'claude-3', 'claude-4-7', 'gemini', 'unknown'] as const

/** Tool that counts the tokens of a text, and reads no file. */
export const countTool = {
  name: 'count',
  description:
    "Counts the tokens of a text: exactly for OpenAI's models (o200k_base, or cl100k_base for GPT-4 and 3.5), or estimated for Claude, Gemini and others.",
  inputSchema: toolInputSchema(
    {
      text: { type: 'string' },
      tokenizer: { type: 'string', enum: tokenizers, description: 'o200k_base by default' },
    },
    ['text'],
  ),
  run({ text, tokenizer = 'o200k_base' }: Given): string {
    if (typeof text !== 'string') throw new UsageError('text must be a text')
    const name = tokenizers.find(each => each === tokenizer)
    if (name === undefined) throw new UsageError(`tokenizer must be one of ${tokenizers.join(', ')}`)
    if (name === 'o200k_base' || name === 'cl100k_base') return `${count(text, name)} tokens`
    const { estimate: likely, max } = estimate(text, name)
    return `about ${likely} tokens, at most ${max}`
  },
}
