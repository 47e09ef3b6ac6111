import { agent, compile, createCompiler, createSession, restoreSession } from 'ctxc'
import { fromAISDK, fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from 'ctxc/from'
import { type Mistake, mistake } from './mistake.ts'

const messages = [{ role: 'user', content: 'Hi' }] as const
const gpt = { model: 'gpt-5.4' } as const
const booker = agent({ name: 'booker', instruction: 'Help.' })
const session = createSession({ events: [{ author: 'user', text: 'Hi' }] })

/** Calls a function without its types, as JavaScript does. */
const untyped = <Given extends (...args: never[]) => unknown>(call: Given) =>
  call as unknown as (...args: unknown[]) => ReturnType<Given>

const compiled = untyped(compile)

const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
}
const uiMessages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }]
const claudeMessages = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
]
const geminiMessages = [{ role: 'user', parts: [{ text: 'Hi' }] }]
/** Returns a plan of another session. */
async function foreignPlan() {
  const other = createSession({ events: [{ author: 'user', text: 'Something else' }] })
  return (await compile(booker, other, gpt)).plan
}

/** Options of `compile`, and what it is given. */
export const optionMistakes: readonly Mistake[] = [
  mistake('{ maxTokens: 100 }', () => compiled(booker, session, { ...gpt, maxTokens: 100 })),
  mistake('{ max_tokens: 100 }', () => compiled(booker, session, { ...gpt, max_tokens: 100 })),
  mistake('{ temperature: 1 }', () => compiled(booker, session, { ...gpt, temperature: 1 })),
  mistake('{ bugdet: 100 }', () => compiled(booker, session, { ...gpt, bugdet: 100 })),
  mistake('budget: { max: 100 }', () => compiled(booker, session, { ...gpt, budget: { max: 100 } })),
  mistake("budget: '16k'", () => compiled(booker, session, { ...gpt, budget: '16k' })),
  mistake('budget: -1', () => compiled(booker, session, { ...gpt, budget: -1 })),
  mistake('budget: NaN', () => compiled(booker, session, { ...gpt, budget: Number.NaN })),
  mistake('budget: 5', () => compiled(booker, session, { ...gpt, budget: 5 })),
  mistake("target: 'claude'", () => compiled(booker, session, { target: 'claude' })),
  mistake("target: 'anthropc'", () => compiled(booker, session, { target: 'anthropc' })),
  mistake("target: 'anthropic', model: 'gpt-5.4'", () =>
    compiled(booker, session, { target: 'anthropic', model: 'gpt-5.4' }),
  ),
  mistake('no model, no target', () => compiled(booker, session)),
  mistake("model: 'gpt5.4'", () => compiled(booker, session, { model: 'gpt5.4' })),
  mistake("model: 'llama-4'", () => compiled(booker, session, { model: 'llama-4' })),
  mistake('model: 5', () => compiled(booker, session, { model: 5 })),
  mistake('cache: true', () => compiled(booker, session, { ...gpt, cache: true })),
  mistake("whenIdle: 'skip'", () => compiled(booker, session, { ...gpt, whenIdle: 'skip' })),
  mistake('the plan of another session', async () =>
    compiled(booker, session, { ...gpt, plan: await foreignPlan() }),
  ),
  mistake("agent: 'boker'", () => compiled(booker, session, { ...gpt, agent: 'boker' })),
  mistake('compile(messages)', () => compiled(messages, gpt)),
  mistake('compile({ messages })', () => compiled({ messages }, gpt)),
  mistake('compile({ model, messages })', () => compiled({ model: 'gpt-5.4', messages })),
  mistake('compile(agent) without a session', () => compiled(booker, gpt)),
  mistake('compile(agent, messages)', () => compiled(booker, messages, gpt)),
  mistake('compile(agent, promise of a session)', () => compiled(booker, Promise.resolve(session), gpt)),
  mistake('compile() with nothing', () => compiled()),
  mistake("compile('Hi')", () => compiled('Hi', gpt)),
  mistake('compile(session)', () => compiled(session, gpt)),
  mistake('createCompiler(agent, { target })', () => untyped(createCompiler)(booker, { targt: 'openai' })),
]

/** Messages, sessions and importers. */
export const inputMistakes: readonly Mistake[] = [
  mistake('fromOpenAI([])', () => compile(fromOpenAI([]), gpt)),
  mistake("fromOpenAI('Hi')", () => untyped(fromOpenAI)('Hi')),
  mistake('fromOpenAI(undefined)', () => untyped(fromOpenAI)(undefined)),
  mistake("fromOpenAI(messages, 'gpt-5.4')", () => untyped(fromOpenAI)(messages, 'gpt-5.4')),
  mistake("fromOpenAI(messages, { modle: 'gpt-5.4' })", () =>
    untyped(fromOpenAI)(messages, { modle: 'gpt-5.4' }),
  ),
  mistake("role: 'bot'", () =>
    compile(untyped(fromOpenAI)([{ role: 'bot', content: 'Hi' }, ...messages]), gpt),
  ),
  mistake('a message without a role', () =>
    compile(untyped(fromOpenAI)([{ content: 'Hi' }, ...messages]), gpt),
  ),
  mistake('null among the messages', () => compile(untyped(fromOpenAI)([null, ...messages]), gpt)),
  mistake("fromOpenAI(Claude's messages)", () => compile(untyped(fromOpenAI)(claudeMessages), gpt)),
  mistake("fromOpenAI(Gemini's contents)", () => compile(untyped(fromOpenAI)(geminiMessages), gpt)),
  mistake("fromOpenAI(AI SDK's UI messages)", () => compile(untyped(fromOpenAI)(uiMessages), gpt)),
  mistake("fromAnthropic(OpenAI's messages)", () =>
    compile(
      untyped(fromAnthropic)([...messages, call, { role: 'tool', tool_call_id: 'c1', content: 'ok' }]),
      {
        model: 'claude-sonnet-4-5',
      },
    ),
  ),
  mistake("fromGemini(OpenAI's messages)", () =>
    compile(untyped(fromGemini)(messages), { model: 'gemini-3-pro-preview' }),
  ),
  mistake("fromAISDK(OpenAI's messages with a call)", () =>
    compile(untyped(fromAISDK)([...messages, call]), gpt),
  ),
  mistake("fromOpenAIResponses(OpenAI's messages with a call)", () =>
    compile(untyped(fromOpenAIResponses)([...messages, call]), gpt),
  ),
  mistake('a tool result without its call', () =>
    compile(untyped(fromOpenAI)([...messages, { role: 'tool', tool_call_id: 'c1', content: 'ok' }]), gpt),
  ),
  mistake('a call without a result', () =>
    compile(untyped(fromOpenAI)([...messages, call, ...messages]), gpt),
  ),
  mistake('a history that ends with the model', () =>
    compile(fromOpenAI([...messages, { role: 'assistant', content: 'Hello' }]), { model: 'claude-opus-4-6' }),
  ),
  mistake('{ role, content } as an event', () =>
    untyped(createSession)({ events: [{ role: 'user', content: 'Hi' }] }),
  ),
  mistake('{ author, content } as an event', () =>
    untyped(createSession)({ events: [{ author: 'user', content: 'Hi' }] }),
  ),
  mistake('createSession(events)', () => untyped(createSession)([{ author: 'user', text: 'Hi' }])),
  mistake('createSession({ messages })', () => untyped(createSession)({ messages })),
  mistake('restoreSession(messages)', () => untyped(restoreSession)({ messages })),
  mistake('restoreSession(JSON text)', () => untyped(restoreSession)(JSON.stringify(session))),
  mistake('session.append([event])', () =>
    untyped(session.append.bind(session))([{ author: 'user', text: 'Hi' }]),
  ),
]
