import { isRead } from '../context/policy/read-policy.ts'
import { catalogue } from '../diag/catalogue.ts'
import { agentName } from '../form/agent-name.ts'
import {
  assertList,
  type Check,
  check,
  fields,
  isText,
  listOf,
  number,
  object,
  oneOf,
  text,
  trueOrFalse,
} from '../form/check.ts'
import { expected } from '../form/describe.ts'
import type { Path } from '../form/path.ts'
import { formatNames } from '../ir/extra.ts'
import { isObject } from '../ir/json.ts'
import { isProtection } from '../ir/protection.ts'
import { readAnyKey, readKey } from '../template/key.ts'
import type { Agent, GenerateConfig, InstructionPart } from './agent.ts'
import { assertBudget } from './read-budget.ts'

/** Kinds of text that make up an instruction. */
export const instructionParts = [
  'global',
  'identity',
  'agent',
  'schema',
  'transfer',
] as const satisfies readonly InstructionPart[]

/** Allowed values of `includeContents`. */
export const includeContentsValues = [
  'topology',
  'all',
  'default',
  'none',
  'user-only',
  'exclude-agents',
] as const satisfies readonly Agent['includeContents'][]

/** Allowed values of `toolChoice`, besides the name of one tool. */
export const choices = ['auto', 'none', 'required'] as const

const toolChoice: Check = (value, at) => {
  if (isObject(value)) return fields({ tool: text }, ['tool'])(value, at)
  check(`one of ${choices.join(', ')}, or { tool }`, choice =>
    (choices as readonly unknown[]).includes(choice),
  )(value, at)
}

/** Rejects unknown settings. */
export const assertConfig = fields({
  temperature: number,
  topP: number,
  topK: number,
  maxOutputTokens: number,
  stopSequences: listOf(text),
  seed: number,
  presencePenalty: number,
  frequencyPenalty: number,
  toolChoice,
  parallelToolCalls: trueOrFalse,
  reasoningEffort: text,
} satisfies Record<keyof GenerateConfig, Check>)

/** Rejects an invalid `extra` (fields that only one format has). */
export const assertExtra = fields({ format: oneOf(formatNames), fields: object }, ['format', 'fields'])

const reference = fields({ module: text, export: text, args: assertList }, ['module'])

const instruction: Check = (value, at) => {
  if (isText(value)) return
  if (isObject(value)) return reference(value, at)
  if (at.isData) throw expected('a text, or { module }', value, at)
  check('a text, a function, a list that begins with one, or { module }', given =>
    Array.isArray(given) ? typeof given[0] === 'function' : typeof given === 'function',
  )(value, at)
}

const staticInstruction: Check = (value, at) => {
  if (isText(value)) return
  if (!Array.isArray(value)) throw expected('a text or a list of texts', value, at)
  listOf(fields({ text, extra: assertExtra }, ['text']))(value, at)
}

/** Accepts any value, for fields that have their own reader. */
const later: Check = () => {}

const model = check(
  'a string or a list of strings',
  value => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
)

const mapOfFunctions = check('a map of functions', value => value instanceof Map)

const declared = fields(
  {
    name: agentName,
    model,
    fallbackModels: listOf(text),
    description: text,
    identity: trueOrFalse,
    instruction,
    globalInstruction: instruction,
    staticInstruction,
    instructionOrder: listOf(oneOf(instructionParts)),
    tools: later,
    subAgents: later,
    protect: (value, at) => {
      if (at.isData) throw expected('functions, which no data holds', value, at)
      listOf(check('a result of a function of ctxc/protect', isProtection))(value, at)
    },
    allowTransfer: fields({ parent: trueOrFalse, peers: trueOrFalse }),
    outputKey: readKey,
    remember: later,
    outputSchema: later,
    expects: listOf(readAnyKey),
    includeContents: oneOf(includeContentsValues),
    context: later,
    budget: assertBudget,
    generateConfig: assertConfig,
    allow: listOf(oneOf(Object.keys(catalogue), 'the code of a diagnostic')),
    extra: assertExtra,
    executors: mapOfFunctions,
    toolHandlers: mapOfFunctions,
    callbacks: (value, at) => {
      if (at.isData) throw expected('functions, which no data holds', value, at)
    },
  } satisfies Record<keyof Omit<Agent, '~keys'>, Check>,
  ['name'],
)

/**
 * Rejects an invalid agent, and a misspelt key that would otherwise be ignored. It does not check nested declarations.
 */
export function assertAgent(agent: unknown, at: Path): asserts agent is Agent {
  at.assertDepth()
  declared(agent, at)
  const { context, includeContents } = agent as Partial<Agent>
  if (context !== undefined && includeContents !== undefined)
    at.in('includeContents').piece(place => {
      throw place.wrong('cannot be combined with context', {
        help: 'remove one of them',
      })
    })
}

/** Returns the error for a policy that was not declared with its agent. */
const unread = (at: Path) =>
  at.wrong('was not declared', { help: 'give it to agent(): agent({ ...conversation.agent, context })' })

/** Rejects an invalid tree of agents that have been read: the agent and all its sub-agents. */
export function assertTree(agent: unknown, at: Path): asserts agent is Agent {
  assertAgent(agent, at)
  if (agent.context !== undefined && !isRead(agent.context)) throw unread(at.in('context'))
  if (agent.subAgents !== undefined) listOf(assertTree)(agent.subAgents, at.in('subAgents'))
}
