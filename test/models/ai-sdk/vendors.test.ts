// Answers of real provider packages, on the wire of each API. A streamed answer is held against two other readings: the
// messages that the AI SDK itself makes of the stream, and the answer that the package returns at once.
import { jsonSchema, streamText, type ToolSet, tool } from 'ai'
import { expect, test } from 'vitest'
import {
  agent,
  answerOf,
  type Compiled,
  compile,
  createSession,
  type EventInput,
  type ProviderResponse,
} from '../../../src/index.ts'
import { aiSdkModel, type LanguageModel } from '../../../src/models/ai-sdk/index.ts'
import { type Host, hosts, resetIds } from '../../battery/ai-sdk/hosts.ts'
import { type Scenario, scenarios } from '../../battery/ai-sdk/scenarios.ts'
import { special } from '../../battery/ai-sdk/special.ts'
import { type Difference, differences } from '../../battery/bodies.ts'
import { play } from '../../battery/wire/play.ts'
import type { Answer } from '../../battery/wire/script.ts'

// What the SDK warns of is not what is tested.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Each different answer of a host's scenarios, with the tools of its scenario. */
function answersOf(host: Host): readonly (readonly [Answer, Scenario])[] {
  const own = special.flatMap(([other, scenario]) => (other === host ? [scenario] : []))
  const shared = scenarios.filter(({ needsThoughts }) => host.thinks || !needsThoughts)
  const all = [...shared, ...own].flatMap(scenario =>
    scenario.answers.map(answer => [JSON.stringify(answer), [answer, scenario] as const] as const),
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

async function compiledFor(host: Host, scenario: Scenario): Promise<Ready> {
  const { provider, modelId } = modelOf(host, [])
  const { providerOptions } = host
  const bot = agent({
    name: 'bot',
    tools: declared(scenario) as never,
    ...(providerOptions && { extra: { format: 'ai-sdk', fields: { providerOptions } } as never }),
  })
  const compiled = await compile(bot, asked, { target: 'ai-sdk', model: `${provider}/${modelId}` })
  if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message)
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
const isOfStream = (part: unknown): boolean =>
  (part as { kind?: string }).kind === 'anthropic.message_start'

/** Hosts of Chat Completions without an order of thoughts and calls. */
const ofChat = /^(litellm|ollama|groq|deepseek) /

/** Differences between the parts of each answer and those of another reading of it. */
async function disagreements(
  host: Host,
  read: (answer: Answer, scenario: Scenario, compiled: Ready) => Promise<EventInput[]>,
): Promise<readonly Difference[]> {
  const all: Difference[] = []
  // One after the other, because the packages give out ids in turn.
  for (const [answer, scenario] of answersOf(host)) {
    if (ofChat.test(host.name) && thinksBetween(answer)) continue
    const compiled = await compiledFor(host, scenario)
    const mine = await streamed(host, answer, compiled)
    const other = await read(answer, scenario, compiled)
    const [theirs, ours] = [other, mine].map(events => events.map(({ parts }) => parts))
    all.push(...differences(theirs, ours))
  }
  return all
}

test.each(hosts.map(host => [host.name, host] as const))(
  'the client and streamText of the AI SDK read the same answers: %s',
  async (_, host) => {
    const found = await disagreements(host, async (answer, scenario, compiled) => {
      const result = streamText({
        model: modelOf(host, answer) as never,
        messages: [user] as never,
        tools: declared(scenario),
        maxRetries: 0,
        ...(host.providerOptions && { providerOptions: host.providerOptions as never }),
      })
      await result.consumeStream()
      const messages = (await result.responseMessages).filter(({ role }) => role === 'assistant')
      return answerOf(
        compiled,
        messages.map(({ content, ...message }) => ({
          ...message,
          content: (content as unknown[]).filter(part => !isOfStream(part)),
        })),
      )
    })
    expect(found).toEqual([])
  },
)

/** Hosts whose packages return another answer at once: with each thought once, or with calls before texts. */
const retells = /^(openrouter|deepseek) /

test.each(hosts.filter(({ name }) => !retells.test(name)).map(host => [host.name, host] as const))(
  'a streamed answer has the parts of the answer that is returned at once: %s',
  async (_, host) => {
    const found = await disagreements(host, async (answer, _scenario, compiled) => {
      const options = { prompt: [user], providerOptions: host.providerOptions }
      return answerOf(compiled, await modelOf(host, answer).doGenerate(options as never))
    })
    // OpenAI's package gives each part of an item its sealed content at once, and in a stream only the last part.
    const isSealed = ({ at, mine }: Difference): boolean =>
      at.endsWith('/reasoningEncryptedContent') && mine === undefined
    expect(found.filter(each => !isSealed(each))).toEqual([])
  },
)
