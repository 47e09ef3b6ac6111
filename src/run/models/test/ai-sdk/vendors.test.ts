// Answers of real provider packages, on the wire of each API. A streamed answer is held against two other readings: the
// messages that the AI SDK itself makes of the stream, and the answer that the package returns at once.
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

// Warnings of the SDK are not tested here.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Returns the pieces of an answer: their kinds, and items of the vendor's own. */
const shapeOf = (answer: Answer): string =>
  JSON.stringify(answer.map(said => ('raw' in said ? said : Object.keys(said))))

/** An answer of each shape in a host's scenarios, with its scenario. */
function answersOf(host: Host): readonly (readonly [Answer, Scenario])[] {
  const own = special.flatMap(([other, scenario]) => (other === host ? [scenario] : []))
  const shared = scenarios.filter(({ needsThoughts }) => host.thinks || !needsThoughts)
  const all = [...shared, ...own].flatMap(scenario =>
    scenario.answers.map(answer => [shapeOf(answer), [answer, scenario] as const] as const),
  )
  return [...new Map(all).values()]
}

/**
 * Whether a model thinks after it called a tool. Packages for Chat Completions report calls at the end of a stream, and
 * so does the AI SDK; the client keeps the place at which each call began.
 */
const thinksBetween = (answer: Answer): boolean =>
  answer.findLastIndex(said => 'thought' in said) > answer.findIndex(said => 'call' in said) &&
  answer.some(said => 'call' in said)

const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
const user = { role: 'user', content: [{ type: 'text', text: 'Q' }] }
const { signal } = new AbortController()

type Model = LanguageModel & { doGenerate(options: never): Promise<ProviderResponse> }
type Ready = Compiled & { readonly ok: true }

/** The model of a host that gives one answer. */
function modelOf(host: Host, answer: Answer): Model {
  resetIds()
  return host.create(play([answer], host.wire).fetch) as unknown as Model
}

/** Tools as they are declared, without functions, so that the AI SDK runs none. */
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

/** Events of an answer that the client streamed. */
async function streamed(host: Host, answer: Answer, compiled: Ready): Promise<EventInput[]> {
  const client = aiSdkModel(modelOf(host, answer))
  for await (const part of client.stream(compiled.request, { model: 'm', signal, key: 'k' }))
    if (part.type === 'response') return answerOf(compiled, part.response)
  throw new Error('there is no answer')
}

/** Whether a part tells the app about the stream only: Anthropic's package adds one, and its converter skips it. */
const isOfStream = (part: unknown): boolean => (part as { kind?: string }).kind === 'anthropic.message_start'

/** Events of the messages that `streamText` makes of an answer. */
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

/** Events of an answer that the package returns at once. */
async function atOnce(host: Host, answer: Answer, compiled: Ready): Promise<EventInput[]> {
  const options = { prompt: [user], providerOptions: host.providerOptions }
  return answerOf(compiled, await modelOf(host, answer).doGenerate(options as never))
}

/** Hosts of Chat Completions without an order of thoughts and calls. */
const ofChat = /^(litellm|ollama|groq|deepseek) /

/** Hosts whose packages return another answer at once: with each thought once, or with calls before texts. */
const retells = /^(openrouter|deepseek) /

const partsOf = (events: readonly EventInput[]) => events.map(({ parts }) => parts)

// OpenAI's package gives each part of an item its sealed content at once, and in a stream only the last part.
const isSealed = ({ at, mine }: Difference): boolean =>
  at.endsWith('/reasoningEncryptedContent') && mine === undefined

/** Hosts that another one here stands for: the same package and converter, another model. */
const alike =
  /^(azure (.*store|gpt)|openai\.responses gpt-6|proxy|ollama llama|litellm gemini|openrouter (google|deepseek))/

test.each(hosts.filter(({ name }) => !alike.test(name)).map(host => [host.name, host] as const))(
  'a streamed answer has the parts that streamText and doGenerate return: %s',
  async (_, host) => {
    const answers = answersOf(host).filter(([answer]) => !ofChat.test(host.name) || !thinksBetween(answer))
    // One after the other, because the packages give out ids in turn.
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
