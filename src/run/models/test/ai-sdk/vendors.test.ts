// Streamed answers of real provider packages, compared with the AI SDK's own messages and with whole answers.
import { jsonSchema, streamText, type ToolSet, tool } from 'ai'
import { expect, test } from 'vitest'
import { type Host, hosts, resetIds } from '../../../../../test/battery/ai-sdk/hosts.ts'
import { type Scenario, scenarios } from '../../../../../test/battery/ai-sdk/scenarios.ts'
import { special } from '../../../../../test/battery/ai-sdk/special.ts'
import { type Difference, differences } from '../../../../../test/battery/bodies.ts'
import { play } from '../../../../../test/battery/wire/play.ts'
import type { Answer } from '../../../../../test/battery/wire/script.ts'
import {
  agent,
  answerOf,
  type Compiled,
  compile,
  createSession,
  type EventInput,
  type ProviderResponse,
} from '../../../../index.ts'
import { aiSdkModel, type LanguageModel } from '../../../vendor/ai-sdk/index.ts'

// Warnings of the AI SDK are not tested here.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Returns the kinds of an answer's pieces, including the vendor's own items. */
const shapeOf = (answer: Answer): string =>
  JSON.stringify(answer.map(said => ('raw' in said ? said : Object.keys(said))))

/** Returns one answer of each shape in a host's scenarios, with its scenario. */
function answersOf(host: Host): readonly (readonly [Answer, Scenario])[] {
  const own = special.flatMap(([other, scenario]) => (other === host ? [scenario] : []))
  const shared = scenarios.filter(({ needsThoughts }) => host.thinks || !needsThoughts)
  const all = [...shared, ...own].flatMap(scenario =>
    scenario.answers.map(answer => [shapeOf(answer), [answer, scenario] as const] as const),
  )
  return [...new Map(all).values()]
}

/**
 * Whether a model thinks after it called a tool. Packages for Chat Completions, and the AI SDK, report calls at the end
 * of a stream. The client keeps the position at which each call began.
 */
const thinksBetween = (answer: Answer): boolean =>
  answer.findLastIndex(said => 'thought' in said) > answer.findIndex(said => 'call' in said) &&
  answer.some(said => 'call' in said)

const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
const user = { role: 'user', content: [{ type: 'text', text: 'Q' }] }
const { signal } = new AbortController()

type Model = LanguageModel & { doGenerate(options: never): Promise<ProviderResponse> }
type Ready = Compiled & { readonly ok: true }

/** Returns the model of a host that gives one answer. */
function modelOf(host: Host, answer: Answer): Model {
  resetIds()
  return host.create(play([answer], host.wire).fetch) as unknown as Model
}

/** Returns the declarations of tools without functions, so that the AI SDK runs none. */
const declared = ({ tools = {} }: Scenario): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, given]) => [
      name,
      given.type === 'provider' ? given : tool({ inputSchema: jsonSchema({ type: 'object' }) }),
    ]),
  )

const requests = new Map<unknown, Ready>()

async function compiledFor(host: Host, scenario: Scenario): Promise<Ready> {
  const known = requests.get(`${host.name} ${Object.keys(scenario.tools ?? {})}`)
  if (known !== undefined) return known
  const { provider, modelId } = modelOf(host, [])
  const { providerOptions } = host
  const bot = agent({
    name: 'bot',
    tools: declared(scenario) as never,
    ...(providerOptions && { extra: { format: 'ai-sdk', fields: { providerOptions } } as never }),
  })
  const compiled = await compile(bot, asked, { target: 'ai-sdk', model: `${provider}/${modelId}` })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message)
  requests.set(`${host.name} ${Object.keys(scenario.tools ?? {})}`, compiled)
  return compiled
}

/** Returns the events of an answer that the client streamed. */
async function streamed(host: Host, answer: Answer, compiled: Ready): Promise<EventInput[]> {
  const client = aiSdkModel(modelOf(host, answer))
  for await (const part of client.stream(compiled.request, { model: 'm', signal, key: 'k' }))
    if (part.type === 'response') return answerOf(compiled, part.response)
  throw new Error('there is no answer')
}

/** Whether a part only describes the stream. Anthropic's package adds one, and its converter skips it. */
const isOfStream = (part: unknown): boolean => (part as { kind?: string }).kind === 'anthropic.message_start'

/** Returns the events of the messages that `streamText` makes from an answer. */
async function bySDK(host: Host, answer: Answer, scenario: Scenario, compiled: Ready): Promise<EventInput[]> {
  const result = streamText({
    model: modelOf(host, answer) as never,
    messages: [user] as never,
    tools: declared(scenario),
    maxRetries: 0,
    ...(host.providerOptions && { providerOptions: host.providerOptions as never }),
  })
  await result.consumeStream()
  const messages = (await result.responseMessages).filter(({ role }) => role === 'assistant')
  const said = messages.map(({ content, ...message }) => ({
    ...message,
    content: (content as unknown[]).filter(part => !isOfStream(part)),
  }))
  return answerOf(compiled, said)
}

/** Returns the events of an answer that the package returns without streaming. */
async function atOnce(host: Host, answer: Answer, compiled: Ready): Promise<EventInput[]> {
  const options = { prompt: [user], providerOptions: host.providerOptions }
  return answerOf(compiled, await modelOf(host, answer).doGenerate(options as never))
}

/** Hosts with Chat Completions, whose format has no order of thoughts and calls. */
const ofChat = /^(litellm|ollama|groq|deepseek) /

/** Hosts whose packages return another answer without streaming: with each thought once, or with calls first. */
const retells = /^(openrouter|deepseek) /

const partsOf = (events: readonly EventInput[]) => events.map(({ parts }) => parts)

// Without streaming, OpenAI's package gives each part of an item its sealed content; streamed, only the last part.
const isSealed = ({ at, mine }: Difference): boolean =>
  at.endsWith('/reasoningEncryptedContent') && mine === undefined

/** Hosts that another host represents: they have the same package and converter, but another model. */
const alike =
  /^(azure (.*store|gpt)|openai\.responses gpt-6|proxy|ollama llama|litellm gemini|openrouter (google|deepseek))/

test.each(hosts.filter(({ name }) => !alike.test(name)).map(host => [host.name, host] as const))(
  'a streamed answer has the parts that streamText and doGenerate return: %s',
  async (_, host) => {
    const answers = answersOf(host).filter(([answer]) => !ofChat.test(host.name) || !thinksBetween(answer))
    // Run one after the other, because the packages number their ids.
    for (const [answer, scenario] of answers) {
      const compiled = await compiledFor(host, scenario)
      const mine = partsOf(await streamed(host, answer, compiled))
      const sdk = partsOf(await bySDK(host, answer, scenario, compiled))
      expect(differences(sdk, mine), scenario.name).toEqual([])
      if (retells.test(host.name)) continue
      const once = differences(partsOf(await atOnce(host, answer, compiled)), mine)
      expect(
        once.filter(each => !isSealed(each)),
        scenario.name,
      ).toEqual([])
    }
  },
)
