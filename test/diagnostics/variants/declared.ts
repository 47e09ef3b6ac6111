import { parseProgram } from '../../../src/cli/data/parse-program.ts'
import { writeProgram } from '../../../src/cli/data/write-program.ts'
import { agent } from '../../../src/core/agent/declare.ts'
import { compile } from '../../../src/core/compile/compile.ts'
import * as C from '../../../src/core/context/index.ts'
import { createSession } from '../../../src/core/session/create.ts'
import { fromGemini } from '../../../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../../../src/core/vendor/openai/read/openai.ts'
import { variant } from './variant.ts'

const asked = createSession({ events: [{ author: 'user', text: 'Hi' }], state: { topic: 'trains' } })
const gemma = { target: 'gemini', model: 'gemma-3-27b-it' } as const
const messages = [{ role: 'user', content: 'Hi' } as const]
const gpt = { model: 'gpt-5.4' } as const

/** Schema that is nested too deeply for any provider. */
const deep = (levels: number): object =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } }

/** Texts about agents, tools, schemas and settings. */
export const declaredVariants = [
  variant('CX1101', 'a number as a text', async () =>
    parseProgram({ name: 'a', generateConfig: { temperature: '1' } }),
  ),
  variant('CX1102', 'a field in the spelling of a provider', async () =>
    parseProgram({ name: 'a', output_key: 'draft' }),
  ),
  variant('CX1105', 'callbacks of an agent', async () =>
    writeProgram(agent({ name: 'a', callbacks: { beforeModel: () => undefined } })),
  ),
  variant('CX2001', 'a source of a context', () =>
    compile(agent({ name: 'a', context: [C.all(), C.state('draft')] }), asked, gpt),
  ),
  variant('CX2004', 'a text of a context', () =>
    compile(
      agent({
        name: 'a',
        context: [
          C.all(),
          C.text('hint', () => {
            throw new Error('the file is missing')
          }),
        ],
      }),
      asked,
      gpt,
    ),
  ),
  variant('CX2004', 'an instruction, which the caller allows to fail', () =>
    compile(
      agent({
        name: 'a',
        instruction: () => {
          throw new Error('the file is missing')
        },
      }),
      asked,
      { ...gpt, onProviderError: 'empty' },
    ),
  ),
  variant('CX4004', 'a bound that leaves no room for words', () =>
    compile(agent({ name: 'a', context: [C.all(), C.state('topic').atMost(1)] }), asked, gpt),
  ),
  variant('CX7001', 'a model with a misspelt name', () =>
    compile(fromOpenAI(messages), { model: 'gpd-5.4' }),
  ),
  variant('CX7003', 'a model with a misspelt name', () =>
    compile(fromOpenAI(messages), { model: 'gpt-5.44', target: 'openai' }),
  ),
  variant('CX7004', 'a session that begins with the model', () =>
    compile(
      fromOpenAI([
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Hi' },
      ]),
      {
        target: 'anthropic',
        model: 'claude-sonnet-4-5',
      },
    ),
  ),
  variant('CX7006', 'an instruction for a model that takes none', () =>
    compile(agent({ name: 'a', instruction: 'Be brief.' }), asked, gemma),
  ),
  variant('CX7012', 'a limit of output above that of the model', () =>
    compile(agent({ name: 'a', generateConfig: { maxOutputTokens: 9_000_000 } }), asked, gpt),
  ),
  variant('CX7012', 'a setting that the provider does not have', () =>
    compile(agent({ name: 'a', generateConfig: { topK: 3 } }), asked, gpt),
  ),
  variant('CX7012', 'one name for two tools', () =>
    compile(
      fromOpenAI({
        model: 'gpt-5.4',
        messages: messages,
        tools: [
          { type: 'function', function: { name: 'f' } },
          { type: 'function', function: { name: 'f' } },
        ],
      }),
      gpt,
    ),
  ),
  variant('CX7013', 'keywords that a provider ignores', () =>
    compile(
      agent({
        name: 'a',
        tools: [
          {
            name: 'f',
            parameters: {
              type: 'object',
              properties: { a: { type: 'string', pattern: '^a', not: { const: 'b' } } },
            },
          },
        ],
      }),
      asked,
      { target: 'gemini', model: 'gemini-3-pro-preview' },
    ),
  ),
  variant('CX7014', 'parameters that are nested too deeply', () =>
    compile(
      fromOpenAI({
        model: 'gpt-5.4',
        messages,
        tools: [{ type: 'function', function: { name: 'f', parameters: deep(300) } }],
      } as never),
      gpt,
    ),
  ),
  variant('CX7014', 'an output schema that is nested too deeply', () =>
    compile(
      fromOpenAI({
        model: 'gpt-5.4',
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 's', schema: deep(300) } },
      } as never),
      gpt,
    ),
  ),
  variant('CX7017', 'functions for a model that takes none', () =>
    compile(
      fromGemini({
        contents: 'Hi',
        config: { tools: [{ functionDeclarations: [{ name: 'f' }] }] },
      } as never),
      gemma,
    ),
  ),
]
