// Whole runs with real provider packages. Each body is compared with `streamText`'s, and judged by a strict fake.
import { jsonSchema, type ToolSet } from 'ai'
import { expect, test } from 'vitest'
import { drive, type Program } from '../../../../../test/battery/ai-sdk/drive.ts'
import { type Host, hosts, resetIds } from '../../../../../test/battery/ai-sdk/hosts.ts'
import { judged } from '../../../../../test/battery/ai-sdk/judge.ts'
import { decisionsFor } from '../../../../../test/battery/ai-sdk/programs.ts'
import { type Scenario, scenarios } from '../../../../../test/battery/ai-sdk/scenarios.ts'
import { special } from '../../../../../test/battery/ai-sdk/special.ts'
import { differences } from '../../../../../test/battery/bodies.ts'
import { play } from '../../../../../test/battery/wire/play.ts'
import type { Sent } from '../../../../../test/battery/wire/script.ts'
import { agent } from '../../../../index.ts'
import { createRunner } from '../../../../run.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { aiSdkModel, type LanguageModel } from '../../../vendor/ai-sdk/index.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

const parameters = jsonSchema({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
})

/** A scenario whose tools have plain JSON Schemas, which no library converts in its own way. */
const plainly = ({ tools, ...scenario }: Scenario): Scenario => ({
  ...scenario,
  ...(tools && {
    tools: Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => [
        name,
        tool.type === 'provider' ? tool : { ...tool, inputSchema: parameters },
      ]),
    ) as ToolSet,
  }),
})

/** Runs the turns of a scenario with the runner, and returns the sent bodies. */
async function run(host: Host, { answers, tools, turns, settings }: Scenario): Promise<readonly Sent[]> {
  resetIds()
  const { sent, fetch } = play(answers, host.wire)
  const model = host.create(fetch) as unknown as LanguageModel
  const { system, ...generateConfig } = (settings ?? {}) as { readonly system?: string }
  const { providerOptions } = host
  const program = agent({
    name: 'bot',
    identity: false,
    model: `${model.provider}/${model.modelId}`,
    ...(tools && { tools: tools as never }),
    ...(system !== undefined && { staticInstruction: system }),
    // The AI SDK always sends a tool choice.
    generateConfig: { ...(tools && { toolChoice: 'auto' }), ...generateConfig },
    ...(providerOptions && { extra: { format: 'ai-sdk', fields: { providerOptions } } as never }),
  })
  const models = () => aiSdkModel(model)
  const runner = createRunner({ program, store: inMemoryStore(), models, now: () => 1_000 })
  for (const turn of turns) {
    const outcome = await runner.run(key, { message: turn as string }).outcome
    if (outcome.status !== 'done') throw new Error(`${outcome.status}: ${outcome.reason}`)
  }
  return sent
}

/** Returns the differences between the AI SDK's bodies and the runner's that no decision of the battery explains. */
function unexplained(program: Program, plain: Sent, mine: Sent): string[] {
  const { host } = program
  if (judged(host, plain).length > 0) return []
  const strip = ({ body }: Sent): object =>
    decisionsFor(program).reduce((stripped, { without }) => without(stripped), body)
  const different = differences(strip(plain), strip(mine)).map(
    ({ at, ...values }) => `${at}: ${JSON.stringify(values.plain)} => ${JSON.stringify(values.mine)}`,
  )
  return [...different, ...judged(host, mine).map(({ rule, message }) => `${rule} ${message}`)]
}

/** Scenarios with shared tools. Scenarios with a vendor's own tools are added. */
const shared =
  /^(words and a call|thinking before parallel calls|thinking between calls.*|a loop of thoughts|a result of data)$|settings$/

/** Scenarios in which the runner itself decides what the model reads: `toModelOutput` and provider tools to run. */
const decided = /custom tool|temperature/

/** Scenarios of a host that consist of user messages. */
const runsOf = (host: Host): readonly Scenario[] => [
  ...scenarios.filter(({ name, needsThoughts }) => shared.test(name) && (host.thinks || !needsThoughts)),
  ...special.flatMap(([other, scenario]) =>
    other === host && !decided.test(scenario.name) && scenario.turns.every(turn => typeof turn === 'string')
      ? [scenario]
      : [],
  ),
]

/** One host for each form in which reasoning and calls are sent back. */
const names =
  /^(anthropic claude-sonnet-4-5|openai\.responses gpt-5\.4 store:false|openai\.chat .*|google gemini-3.*|bedrock us.*|openrouter o.*)$/

test.each(hosts.filter(({ name }) => names.test(name)).map(host => [host.name, host] as const))(
  'a run sends the bodies that streamText sends: %s',
  async (_, host) => {
    const found: string[] = []
    for (const scenario of runsOf(host).map(plainly)) {
      const program: Program = { host, scenario, mode: 'stream' }
      const plain = await drive(program)
      expect(plain.error).toBe(null)
      const sent = await run(host, scenario)
      expect(sent.length, scenario.name).toBe(plain.sent.length)
      found.push(
        ...sent.flatMap((each, at) =>
          unexplained(program, plain.sent[at] as Sent, each).map(line => `${scenario.name}: ${line}`),
        ),
      )
    }
    expect(found).toEqual([])
  },
)
