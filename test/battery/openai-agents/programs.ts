import { type RunConfig, Runner } from '@openai/agents-core'
import { OpenAIProvider } from '@openai/agents-openai'
import OpenAI from 'openai'
import type { Run } from '../decisions.ts'
import { play } from '../wire/play.ts'
import { type Host, hosts } from './hosts.ts'
import { type Scenario, withTools } from './parts.ts'
import { scenarios } from './scenarios.ts'

/** A program: an app, the class that it calls, and how. */
export interface Program {
  readonly host: Host
  readonly scenario: Scenario
  readonly stream: boolean
}

export const nameOf = ({ host, scenario, stream }: Program): string =>
  `${host.name} · ${scenario.name} · ${stream ? 'stream' : 'run'}`

export const programs: readonly Program[] = hosts.flatMap(host =>
  scenarios
    .filter(({ on }) => on?.(host) ?? true)
    .flatMap(scenario => [false, true].map(stream => ({ host, scenario, stream }))),
)

/** Runs a program, with a filter or without one. */
export async function drive(
  { host, scenario, stream }: Program,
  filter?: NonNullable<RunConfig['callModelInputFilter']>,
): Promise<Run> {
  const { sent, fetch } = play(scenario.script, host.wire)
  const client = new OpenAI({ apiKey: 'none', fetch, maxRetries: 0 })
  const model = host.create(client)
  const agent = (scenario.agent ?? withTools())(model)
  const runner = new Runner({
    tracingDisabled: true,
    modelProvider: new OpenAIProvider({
      openAIClient: client as never,
      useResponses: host.api === 'responses',
    }),
    ...(filter && { callModelInputFilter: filter }),
    ...(scenario.settings && { modelSettings: scenario.settings }),
  })
  let error: string | null = null
  try {
    await scenario.run({ agent, runner, stream })
  } catch (reason) {
    error = String((reason as Error).message)
  }
  return { bodies: sent.map(({ body }) => body), error }
}
