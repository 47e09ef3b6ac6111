// Elements of the programs of the battery.
import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type Runner,
  RunState,
  tool,
} from '@openai/agents-core'
import { z } from 'zod'
import type { Answer } from '../wire/script.ts'
import type { Host } from './hosts.ts'

/** Objects that a program may use. */
export interface Stage {
  readonly agent: Agent
  readonly runner: Runner
  readonly stream: boolean
}

/** A program of an app. */
export interface Scenario {
  readonly name: string
  readonly script: readonly Answer[]
  readonly on?: (host: Host) => boolean
  readonly agent?: (model: Model | string) => Agent
  readonly settings?: object
  readonly run: (stage: Stage) => Promise<unknown>
}

export const weather = tool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `Sunny in ${city}.`,
})
export const approved = tool({
  name: 'weather',
  description: 'Tells the weather.',
  parameters: z.object({ city: z.string() }),
  needsApproval: true,
  execute: ({ city }) => `Sunny in ${city}.`,
})
export const picture = tool({
  name: 'weather',
  description: 'Draws the weather.',
  parameters: z.object({ city: z.string() }),
  execute: () => [
    { type: 'text' as const, text: 'A map.' },
    { type: 'image' as const, image: 'data:image/png;base64,iVBORw0KGgo=' },
  ],
})

export const call = (id: string): Answer[number] => ({ call: 'weather', id, input: { city: id } })
export const done: Answer = [{ text: 'Done.' }]
export const isResponses = ({ api }: Host): boolean => api === 'responses'
export const thought = (text: string): Answer[number] => ({ thought: text })

export async function once(
  { agent, runner, stream }: Stage,
  input: string | AgentInputItem[],
  more: object = {},
) {
  if (!stream) return await runner.run(agent, input, { maxTurns: 50, ...more } as never)
  const result = await runner.run(agent, input, { maxTurns: 50, stream: true, ...more } as never)
  await (result as unknown as { completed: Promise<void> }).completed
  return result
}

export const simple = (stage: Stage): Promise<unknown> => once(stage, 'Weather in Paris?')

/** Turns of one conversation, which the app carries along itself. */
export async function carried(stage: Stage): Promise<void> {
  let input: AgentInputItem[] = []
  for (const content of ['Weather in Paris?', 'And Rome?', 'Thanks']) {
    const result = await once(stage, [...input, { role: 'user', content }])
    input = (result as unknown as { history: AgentInputItem[] }).history
  }
}

/** Turns of one conversation, which a session keeps. */
export async function kept(stage: Stage): Promise<void> {
  const session = new MemorySession()
  for (const content of ['Weather in Paris?', 'And Rome?', 'Thanks']) await once(stage, content, { session })
}

/** A run that waits for a person, also over a stored state. */
export const waits =
  (decide: 'approve' | 'reject', stored: boolean) =>
  async (stage: Stage): Promise<void> => {
    const result = (await once(stage, 'Weather in Paris?')) as unknown as {
      state: RunState<unknown, Agent>
      interruptions: never[]
    }
    const state = stored ? await RunState.fromString(stage.agent, result.state.toString()) : result.state
    for (const item of state.getInterruptions()) state[decide](item)
    await once(stage, state as never)
  }

export const two: readonly Answer[] = [
  [call('call_1')],
  done,
  [{ text: 'I look.' }, call('call_2'), call('call_3')],
  done,
  done,
]
export const thinking: readonly Answer[] = [
  [thought('Paris first.'), call('call_1')],
  [thought('So.'), { text: 'Done.' }],
  [thought('Rome.'), call('call_2'), call('call_3')],
  [thought('So.'), { text: 'Done.' }],
  done,
]
export const withTools =
  (...tools: unknown[]) =>
  (model: Model | string): Agent =>
    new Agent({ name: 'clerk', instructions: 'Be brief.', model, tools: [weather, ...tools] as never })
export const withOnly =
  (only: unknown) =>
  (model: Model | string): Agent =>
    new Agent({ name: 'clerk', instructions: 'Be brief.', model, tools: [only] as never })
