import { isCode } from '../diag/catalogue.ts'
import { isObject } from '../ir/json.ts'
import type { Agent } from './agent.ts'

const agentKeys = [
  'name',
  'model',
  'description',
  'identity',
  'instruction',
  'globalInstruction',
  'staticInstruction',
  'instructionOrder',
  'tools',
  'subAgents',
  'allowTransfer',
  'outputKey',
  'outputSchema',
  'expects',
  'includeContents',
  'budget',
  'generateConfig',
  'allow',
  'extra',
  'executors',
]
const configKeys = [
  'temperature',
  'topP',
  'topK',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'toolChoice',
  'parallelToolCalls',
  'reasoningEffort',
]
const parts = ['global', 'identity', 'agent', 'schema', 'transfer']
const contents = ['topology', 'all', 'default', 'none', 'user-only', 'exclude-agents']

/** Rejects what is no object, and a key that there is none of. */
export function assertKeys(
  value: unknown,
  known: readonly string[],
  at: string,
): asserts value is Record<string, unknown> {
  if (!isObject(value)) throw new TypeError(`${at} is not an object`)
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) throw new TypeError(`${at} has no '${key}'; there are ${known.join(', ')}`)
  }
}

/** Rejects settings that there are none of. */
export const assertConfig = (config: unknown, at: string): void => assertKeys(config, configKeys, at)

type Check = (value: unknown, at: string) => void

const must =
  (what: string, is: (value: unknown) => boolean): Check =>
  (value, at) => {
    if (!is(value)) throw new TypeError(`${at} is not ${what}`)
  }

const isText = (value: unknown): value is string => typeof value === 'string'
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const text = must('a string', isText)
const oneOf = (values: readonly string[]): Check =>
  must(`one of ${values.join(', ')}`, value => isText(value) && values.includes(value))
const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) throw new TypeError(`${at} is not a list`)
    for (const [index, item] of value.entries()) check(item, `${at}[${index}]`)
  }

const instruction = must(
  'a text, a function, a list that begins with one, or { module }',
  value =>
    isText(value) ||
    typeof value === 'function' ||
    (Array.isArray(value) && typeof value[0] === 'function') ||
    (isObject(value) && isText(value.module)),
)

const transfer: Check = (value, at) => {
  assertKeys(value, ['parent', 'peers'], at)
  for (const key of Object.keys(value)) must('true or false', isBoolean)(value[key], `${at}.${key}`)
}

const checks: Readonly<Record<string, Check>> = {
  model: text,
  description: text,
  identity: must('true or false', isBoolean),
  instruction,
  globalInstruction: instruction,
  staticInstruction: must('a text or a list of texts', value =>
    Array.isArray(value) ? value.every(piece => isObject(piece) && isText(piece.text)) : isText(value),
  ),
  instructionOrder: listOf(oneOf(parts)),
  subAgents: (value, at) => listOf(assertAgent)(value, at),
  allowTransfer: transfer,
  outputKey: must('a key', value => isText(value) && value !== ''),
  expects: listOf(text),
  includeContents: oneOf(contents),
  generateConfig: assertConfig,
  allow: listOf(must('the code of a diagnostic', value => isText(value) && isCode(value))),
}

/** Rejects what no agent may be, and a misspelt key before it is silently ignored. `at` names the place. */
export function assertAgent(agent: unknown, at = 'agent'): asserts agent is Agent {
  assertKeys(agent, agentKeys, at)
  if (!isText(agent.name)) throw new TypeError(`${at}.name is not a string`)
  for (const [key, check] of Object.entries(checks))
    if (agent[key] !== undefined) check(agent[key], `${at}.${key}`)
}
