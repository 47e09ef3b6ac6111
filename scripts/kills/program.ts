/** A program with every kind of member, with tools that note when they run, and a model that answers by the request. */
import { appendFileSync } from 'node:fs'
import { agentTool } from '../../src/core/agent/agent-tool.ts'
import {
  agent,
  fallback,
  loop,
  type Member,
  mapOver,
  parallel,
  pipeline,
  route,
  S,
  tap,
  tool,
} from '../../src/index.ts'
import type { SessionKey } from '../../src/run/store/index.ts'
import type { ModelClient, Runner, ToolContext, WaitingCall } from '../../src/run.ts'
import { type ScriptedAnswer, scriptedModel } from '../../src/testing/scripted-model.ts'

/** Tools whose calls must begin at most once. */
export const reported: readonly string[] = ['pay', 'refund']

/** Line of the file to which the tools append. */
export interface ToolLine {
  readonly tool: string
  /** Key of the call: `SESSION/SEQ.PART`. */
  readonly key: string
  readonly phase: 'begin' | 'end'
  /** Number of the process. */
  readonly process: number
  /** Milliseconds since 1970. */
  readonly time: number
}

/** Settings of one process. */
export interface World {
  readonly process: number
  /** File to which the tools append. */
  readonly tools: string
  /** Returns the duration of a call in milliseconds. */
  readonly delay: () => number
}

const model = 'gpt-5.4'

/** Returns the program. */
export function programOf({ process, tools, delay }: World): Member {
  const parameters = { type: 'object', properties: { of: { type: 'string' } } } as const
  const made = (name: string, more: object) =>
    tool({
      name,
      parameters,
      ...more,
      execute: async ({ of }, context) => {
        const { key, state } = context as ToolContext
        const note = (phase: ToolLine['phase']): void => {
          const line: ToolLine = { tool: name, key, phase, process, time: Date.now() }
          appendFileSync(tools, `${JSON.stringify(line)}\n`)
        }
        note('begin')
        await new Promise(resolve => setTimeout(resolve, delay()))
        note('end')
        state.set(`${name}_${of}`, `${name} of ${of}`)
        return `${name} of ${of}`
      },
    })
  const look = made('look', {})
  const pay = made('pay', { onInterrupt: 'report' })
  const refund = made('refund', { onInterrupt: 'report', needsApproval: true })
  const form = tool({ name: 'form', parameters, answeredBy: 'person', outputSchema: parameters })
  const says = (name: string, more: object = {}, words = '') =>
    agent({ name, model, identity: false, instruction: `[${name}] ${words}`, ...more }) as Member
  const helper = says('helper', { description: 'Helps.', tools: [look, pay] })
  const expert = says('expert', { description: 'Knows.' })
  return pipeline(
    S.set({ list: ['x', 'y'] }),
    tap(() => {}),
    says('clerk', { tools: [look, pay, refund, form], outputKey: 'first' }),
    S.rename({ first: 'input' }),
    says('classifier', { outputKey: 'intent' }, '{input}'),
    route('intent').is('booking', says('booker')).otherwise(says('other')),
    loop(
      { until: ({ remarks }: { remarks?: unknown }) => remarks === 'fine', max: 4 },
      says('writer', { outputKey: 'draft' }, '{remarks?}') as never,
      says('critic', { outputKey: 'remarks' }, '{draft}') as never,
    ) as Member,
    parallel(
      says('web', { tools: [look, pay], outputKey: 'pages' }),
      says('files', { outputKey: 'notes' }),
    ) as Member,
    fallback(says('weak'), says('strong')) as Member,
    mapOver({ key: 'list', into: 'all' }, says('each', { tools: [look] }, '{item}') as never) as Member,
    says('boss', { tools: [agentTool(helper as never)] }, '{all}'),
    says('router', { subAgents: [expert] }),
  ) as Member
}

/** Decides on a call as a person does: fills in forms, and approves refunds of other things. */
export const decideOn = (
  runner: Runner,
  key: SessionKey,
  { call, for: wanted }: WaitingCall,
): Promise<void> =>
  wanted === 'answer'
    ? runner.answer(key, call, { of: 'a form' }, { by: 'Eve' })
    : runner.approve(key, call, { by: 'Eve', arguments: { of: 'another thing' } })

/** Calls that an agent makes before it answers. */
const calls: Readonly<Record<string, readonly string[]>> = {
  clerk: ['look a', 'pay b', 'look c', 'refund d', 'form e'],
  web: ['look e', 'pay f'],
  each: ['look g', 'look h'],
  helper: ['pay i', 'look j', 'pay k'],
}

const answers: Readonly<Record<string, string>> = { classifier: 'booking' }

/** Returns the answer to a request. The agent's name is read from its instruction. */
function answer({ messages }: { readonly messages: readonly object[] }): Exclude<ScriptedAnswer, string> {
  const system = JSON.stringify(messages[0])
  const name = system.match(/\[(\w+)\]/)?.[1] ?? ''
  const isFirst = (messages.at(-1) as { readonly role?: string }).role !== 'tool'
  if (name === 'weak') return { error: 'overloaded' }
  if (name === 'writer') return { text: system.includes('again') ? 'a second draft' : 'a draft' }
  if (name === 'critic') return { text: system.includes('second') ? 'fine' : 'again' }
  if (name === 'router')
    return { calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'expert' } }] }
  if (name === 'boss' && isFirst)
    return { calls: ['one', 'two'].map(request => ({ name: 'helper', arguments: { request } })) }
  const made = calls[name]
  if (made === undefined || !isFirst) return { text: answers[name] ?? `${name} is done` }
  const named = made.map(each => each.split(' '))
  return { text: 'Let me see.', calls: named.map(([tool = '', of]) => ({ name: tool, arguments: { of } })) }
}

/** Tokens of each answer. */
const usage = { inputTokens: 100, outputTokens: 7 }

/** Returns the model of a process. */
export const modelOf = ({ delay }: World): ModelClient =>
  scriptedModel(request => ({ ...answer(request), usage, delay: delay() }))
