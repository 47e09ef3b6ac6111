// Elements of every program of the battery.
import type { BaseMessage } from '@langchain/core/messages'
import { type AgentMiddleware, tool } from 'langchain'
import { z } from 'zod'
import type { Answer } from '../wire/script.ts'
import type { Host } from './hosts.ts'

/** A program of an app: what it begins with, what the model answers, and what is set beside. */
export interface Scenario {
  readonly name: string
  readonly script: readonly Answer[]
  readonly input?: readonly BaseMessage[]
  /** Messages of the user, one for each further run. */
  readonly turns?: readonly string[]
  readonly tools?: readonly object[]
  readonly systemPrompt?: string
  readonly responseFormat?: () => unknown
  readonly middleware?: () => AgentMiddleware[]
  /** Between two runs: what a store makes of the state. */
  readonly between?: (messages: BaseMessage[]) => BaseMessage[]
  readonly on?: (host: Host) => boolean
  readonly needsThoughts?: boolean
}

export const weather = tool(({ city }: { city: string }) => `Sunny in ${city}.`, {
  name: 'weather',
  description: 'Tells the weather.',
  schema: z.object({ city: z.string() }),
})

/** The tool of most programs. */
export const usualTools: readonly object[] = [weather]

export const call = (id: string, name = 'weather', city = id): Answer[number] => ({
  call: name,
  id,
  input: { city },
})
export const done: Answer = [{ text: 'Done.' }]
