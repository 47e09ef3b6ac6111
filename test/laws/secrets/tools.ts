import { wrapLanguageModel } from 'ai'
import { contextCompiler, revealTools } from '../../../src/core/adapter/ai-sdk/index.ts'
import { piiKinds, redact } from '../../../src/core/protect/index.ts'
import { Dice } from './dice.ts'
import { forms } from './forms.ts'
import { leaksOf } from './leaks.ts'
import { persons } from './personal.ts'
import type { Secret } from './secret.ts'

interface Message {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: readonly Readonly<Record<string, unknown>>[]
}

/** A conversation of an app, and what its model was shown of each value. */
interface Conversation {
  readonly messages: Message[]
  readonly values: Map<string, string>
}

/** Arguments that the tool's function got, of which `to` and `auth` are revealed. */
type Input = Readonly<Record<'to' | 'auth' | 'text', string>>

interface Call {
  readonly id: string
  readonly input: Input
  /** Conversation as its app stores it, with the call. */
  readonly messages: readonly Message[]
  readonly conversation: Conversation
  /** Real values by the placeholders that the model of the call was shown. */
  readonly shown: ReadonlyMap<string, string>
}

type Fails = 'returns' | 'throws' | 'streams'

/** One process of an app: a context with a tool that says what it got, as a tool may, in any form. */
function startProcess(dice: Dice) {
  const got: Input[] = []
  const context = contextCompiler({ protect: [redact({ pii: piiKinds })] })
  let end: Fails = 'returns'
  const send = {
    inputSchema: {
      jsonSchema: {
        type: 'object',
        properties: { to: { type: 'string' }, auth: { type: 'string' }, text: { type: 'string' } },
      },
    },
    execute(input: Input): unknown {
      got.push(input)
      const said = { status: `got ${dice.pick(forms)(input.to, dice)}`, auth: input.auth }
      if (end === 'throws') throw new Error(said.status, { cause: said })
      return end === 'returns' ? said : pieces([{ status: 'begun' }, said])
    },
  }
  const revealed = { send: ['to', { argument: 'auth', scheme: 'Bearer ' }] }
  const tools = revealTools(context, { send }, revealed as never)
  /** Runs a call, and returns all that leaves the tool. */
  const run = async ({ id, input, messages }: Call, how: Fails): Promise<unknown> => {
    end = how
    const out: unknown[] = []
    const options = { toolCallId: id, messages }
    try {
      const made = (tools.send.execute as (...given: unknown[]) => unknown)(input, options)
      if (how === 'streams') for await (const piece of (await made) as AsyncIterable<unknown>) out.push(piece)
      else out.push(await made)
    } catch (error) {
      const { message, cause, stack } = error as Error
      out.push(message, cause, stack)
    }
    return out
  }
  return { context, got, run }
}

async function* pieces<Piece>(list: readonly Piece[]): AsyncGenerator<Piece> {
  yield* list
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** Has a model answer a conversation with a call whose arguments `choose` makes of the placeholders that it sees. */
async function ask(
  { context }: ReturnType<typeof startProcess>,
  conversation: Conversation,
  id: string,
  choose: (shown: readonly string[]) => Input,
): Promise<Call> {
  const shown = new Map<string, string>()
  let input: Input = { to: '', auth: '', text: '' }
  const model = {
    ...{ specificationVersion: 'v4', provider: 'openai.responses', modelId: 'gpt-5.4', supportedUrls: {} },
    async doGenerate({ prompt }: { readonly prompt: readonly Message[] }) {
      const users = prompt.filter(({ role }) => role === 'user')
      const said = users.flatMap(({ content }) => content.map(({ text = '' }) => text)).join('\n')
      for (const [text, value] of conversation.values) {
        const [before = '', after = ''] = text.split(value)
        const at = said.indexOf(before) + before.length
        const placeholder = /^\[secret:[\w-]+:\w+\]/.exec(said.slice(at))?.[0] ?? ''
        if (!said.slice(at + placeholder.length).startsWith(after))
          throw new Error(`${text} is sent as ${said}`)
        shown.set(placeholder, value)
      }
      input = choose([...shown.keys()])
      const call = { type: 'tool-call', toolCallId: id, toolName: 'send', input: JSON.stringify(input) }
      return { content: [call], finishReason: { unified: 'tool-calls', raw: '' }, usage, warnings: [] }
    },
  }
  const wrapped = wrapLanguageModel({ model: model as never, middleware: context as never })
  const messages = [...conversation.messages]
  const { content } = await wrapped.doGenerate({ prompt: messages as never })
  const [part] = content as unknown as { readonly providerMetadata?: unknown }[]
  const answer: Message = {
    role: 'assistant',
    content: [
      { type: 'tool-call', toolCallId: id, toolName: 'send', input, providerOptions: part?.providerMetadata },
    ],
  }
  return { id, input, conversation, messages: [...messages, answer], shown }
}

/** Lists the faults of tools that get real values: whose values they get, and what leaves them. */
export async function toolComplaints(seed: number): Promise<string[]> {
  const dice = Dice.of(seed, 0x7001)
  const here = startProcess(dice)
  const conversations: Conversation[] = [0, 1].map(() => ({ messages: [], values: new Map() }))
  const secrets: Secret[] = []
  const waiting: Call[] = []
  const complaints: string[] = []
  for (let step = 0; step < 4; step++) {
    const conversation = dice.pick(conversations)
    const secret = dice.pick(persons)(dice)
    const text = `${step}: ${secret.shown}`
    secrets.push(secret)
    conversation.values.set(text, secret.values[0])
    conversation.messages.push({ role: 'user', content: [{ type: 'text', text }] })
    const call = await ask(here, conversation, `call_${dice.below(2)}`, shown => {
      const any = dice.pick([...shown, ...shown, '[secret:email:7]', '[secret:iban:1]'])
      const to = dice.pick([any, any, any, ` ${any}`, `${any}, ${any}`])
      return { to, auth: dice.pick([`Bearer ${any}`, `${any} Bearer`]), text: any }
    })
    const isNow = dice.below(2) === 0
    if (isNow) complaints.push(...(await complaintsOf(call, here, dice, { secrets, isKnown: true })))
    else waiting.push(call)
    const result = { type: 'tool-result', toolCallId: call.id, toolName: 'send' }
    conversation.messages.push(call.messages.at(-1) as Message, {
      role: 'tool',
      content: [{ ...result, output: { type: 'text', value: 'Done.' } }],
    })
  }
  for (const call of waiting) {
    const there = dice.below(2) === 0 ? here : startProcess(dice)
    const stored = JSON.stringify(call.messages)
    const isKnown = dice.below(3) > 0
    const messages = JSON.parse(isKnown ? stored : stored.replaceAll('"shown"', '"other"'))
    complaints.push(...(await complaintsOf({ ...call, messages }, there, dice, { secrets, isKnown })))
  }
  return complaints.map(each => `session ${seed}: ${each}`)
}

/**
 * Runs a call, and lists what its tool should not have got, and what should not have left it. `isKnown`: whether the process
 * can know whose values the placeholders are, so that the tool must get them; else it gets them, or the placeholders.
 */
async function complaintsOf(
  call: Call,
  at: ReturnType<typeof startProcess>,
  dice: Dice,
  { secrets, isKnown }: { readonly secrets: readonly Secret[]; readonly isKnown: boolean },
): Promise<readonly string[]> {
  const { input, shown } = call
  const out = await at.run(call, dice.pick(['returns', 'throws', 'streams']))
  const got = at.got.at(-1) as Input
  const real = (text: string, scheme = ''): string => {
    const value = text.startsWith(scheme) ? shown.get(text.slice(scheme.length)) : undefined
    return value === undefined ? text : scheme + value
  }
  const own: Input = { to: real(input.to), auth: real(input.auth, 'Bearer '), text: input.text }
  const wrong = (['to', 'auth', 'text'] as const).filter(
    name => got[name] !== own[name] && (isKnown || got[name] !== input[name]),
  )
  return [
    ...(wrong.length > 0 ? [`the tool got ${JSON.stringify(got)} instead of ${JSON.stringify(own)}`] : []),
    ...leaksOf([['the tool', out]], secrets),
  ]
}
