// Programs, tools and answers for tests of failing stores. A repeated request gets an equal answer.
import { agentTool } from '../../../core/agent/agent-tool.ts'
import { agent } from '../../../core/agent/declare.ts'
import { tool } from '../../../core/agent/tool.ts'
import { redact } from '../../../core/protect/index.ts'
import { toJson } from '../../../core/text/json.ts'
import { fallback, loop, type Member, mapOver, parallel, pipeline, route, S, tap } from '../../../index.ts'
import type { RunEvent, Runner, RunOutcome, RunStream } from '../../../run.ts'
import type { ScriptedAnswer } from '../../../testing/index.ts'
import type { SessionKey } from '../../store/index.ts'
import { asking, type MayAsk, QuestionError } from '../tools/question.ts'

export const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }
const model = 'gpt-5.4'

/** Address of the person, which no model is shown, and the tool `mail` gets. */
export const address = 'ada@example.org'
export const message = `Go, I am ${address}.`
/** Options of each compile: they hide the address. */
export const compile = { protect: [redact({ pii: ['email'] })] }

/** Tools whose calls begin at most once. */
export const once: readonly string[] = ['pay', 'order', 'mail', 'survey']

const ofSchema = { type: 'object', properties: { of: { type: 'string' } } } as const

/** Tools that count how often each call ran, across all crashes. */
export function tools() {
  const runs = new Map<string, number>()
  const recorded = (name: string, onInterrupt?: 'retry' | 'report') =>
    tool({
      name,
      parameters: ofSchema,
      ...(onInterrupt && { onInterrupt }),
      execute: async ({ of }, context) => {
        const { key: call, state } = context as {
          key: string
          state: { set(key: string, value: string): void }
        }
        runs.set(call, (runs.get(call) ?? 0) + 1)
        if (name === 'mail' && of !== address) throw new Error(`mail got ${String(of)}`)
        state.set(`made:${name}`.replace(':', '_'), String(of))
        await Promise.resolve()
        return `${name} of ${String(of)}`
      },
    })
  const [look, pay, order] = [recorded('look'), recorded('pay', 'report'), recorded('order', 'report')]
  const mail = { ...recorded('mail', 'report'), reveal: ['of'], needsApproval: true }
  const form = tool({ name: 'form', parameters: ofSchema, answeredBy: 'person', outputSchema: ofSchema })
  const survey = tool({
    name: 'survey',
    parameters: ofSchema,
    onInterrupt: 'report',
    execute: async ({ of }, context) => {
      const { key: call, ...own } = context as unknown as { key: string } & MayAsk
      const reply = own[asking]?.reply ?? null
      if (reply === null) throw new QuestionError({ message: `How was ${of}?`, state: { of: String(of) } })
      runs.set(call, (runs.get(call) ?? 0) + 1)
      return toJson([reply.state, reply.decision.answer])
    },
  })
  const asked = { needsApproval: true }
  return { runs, look, pay, mail, survey, order: { ...order, ...asked }, form: { ...form, ...asked } }
}

/** Follows a run to its end, while a person approves orders of other things, and fills in forms. */
export async function followToEnd(
  runner: Runner,
  session: SessionKey,
  stream: RunStream,
  follow: (event: RunEvent) => void = () => {},
): Promise<RunOutcome> {
  for await (const event of stream) follow(event)
  const outcome = await stream.outcome
  if (outcome.status !== 'waiting') return outcome
  for (const { call, tool: name, for: wanted } of outcome.waitingCalls ?? []) {
    const by = { by: 'Zoe' }
    const edited = name === 'order' && { arguments: { of: 'another thing' } }
    await (wanted === 'answer'
      ? runner.answer(session, call, { of: 'a form' }, by)
      : runner.approve(session, call, { ...by, ...edited }))
  }
  return followToEnd(runner, session, runner.resume(session), follow)
}

/** Answers depend only on the request, so that a repeated call gets an equal answer. */
export const answers = (request: { readonly messages: readonly object[] }): ScriptedAnswer => {
  const text = JSON.stringify(request.messages)
  if (text.includes(address)) throw new Error('the model is shown the address')
  const last = JSON.stringify(request.messages.at(-1))
  if (text.includes('Use tools.') && !last.includes('"tool"'))
    return {
      text: 'Let me see.',
      calls: [
        { name: 'look', arguments: { of: 'a' } },
        { name: 'pay', arguments: { of: 'b' } },
        { name: 'look', arguments: { of: 'c' } },
      ],
    }
  if (text.includes('Ask people.') && !last.includes('"tool"'))
    return { calls: ['form', 'order', 'look'].map(name => ({ name, arguments: { of: 'one' } })) }
  if (text.includes('Mail it.') && !last.includes('"tool"'))
    return { calls: ['mail', 'look'].map(name => ({ name, arguments: { of: '[secret:email:1]' } })) }
  if (text.includes('Return.') && !last.includes('"tool"'))
    return { calls: ['look', 'pay'].map(name => ({ name, arguments: { of: 'one' } })) }
  if (text.includes('Survey.') && !last.includes('"tool"'))
    return { calls: ['look', 'survey'].map(name => ({ name, arguments: { of: 'one' } })) }
  if (text.includes('Fill in.') && !last.includes('"tool"'))
    return { calls: [{ name: 'form', arguments: { of: 'one' } }] }
  if (text.includes('Delegate.') && !last.includes('"tool"'))
    return { calls: ['one', 'two'].map(request => ({ name: 'helper', arguments: { request } })) }
  if (text.includes('Route.') && !text.includes('Transferred'))
    return { calls: [{ name: 'transfer_to_agent', arguments: { agent_name: 'expert' } }] }
  if (text.includes('Classify.')) return 'booking'
  if (text.includes('Fail.')) return { error: 'overloaded' }
  if (text.includes('Judge')) return text.includes('second') ? 'fine' : 'a second try'
  return text.includes('a second try') ? 'second draft' : 'done'
}

const says = (name: string, instruction: string, more: object = {}) =>
  agent({ name, model, instruction, ...more })

export const programs: Readonly<Record<string, (own: ReturnType<typeof tools>) => Member>> = {
  'an agent with tools': ({ look, pay }) =>
    says('helper', 'Use tools.', { tools: [look, pay], outputKey: 'out' }) as Member,
  'a pipeline of steps and taps': ({ look, pay }) =>
    pipeline(
      says('one', 'Use tools.', { tools: [look, pay], outputKey: 'first' }),
      S.rename({ first: 'input' }),
      tap(() => {}),
      says('two', 'Write from {input}.'),
    ) as Member,
  'a transfer': () =>
    says('router', 'Route.', { subAgents: [says('expert', 'Know.', { description: 'Knows.' })] }) as Member,
  'a loop': () =>
    loop(
      { until: ({ remarks }) => remarks === 'fine', max: 4 },
      says('writer', 'Write. {remarks?}', { outputKey: 'draft' }) as never,
      says('critic', 'Judge {draft}.', { outputKey: 'remarks' }) as never,
    ) as Member,
  'a route': () =>
    pipeline(
      says('classifier', 'Classify.', { outputKey: 'intent' }),
      route('intent').is('booking', says('booker', 'Book.')).otherwise(says('other', 'Help.')),
    ) as Member,
  'a fallback': () => fallback(says('weak', 'Fail.'), says('strong', 'Answer.')) as Member,
  'a parallel group': ({ look, pay }) =>
    pipeline(
      parallel(
        says('web', 'Use tools.', { tools: [look, pay], outputKey: 'pages' }),
        says('files', 'Search.', { outputKey: 'notes' }),
      ),
      says('writer', 'Write from {pages} and {notes}.'),
    ) as Member,
  'a parallel group until its first answer': ({ form }) =>
    pipeline(
      parallel(
        { until: 'first' },
        says('web', 'Fill in.', { tools: [form] }),
        says('files', 'Search.', { outputKey: 'notes' }),
      ),
      says('writer', 'Write from {notes?}.'),
    ) as Member,
  'an agent as a tool': ({ look, pay }) =>
    says('boss', 'Delegate.', {
      tools: [
        agentTool(
          says('helper', 'Use tools.', { description: 'Helps.', tools: [look, pay], outputKey: 'out' }),
        ),
      ],
    }) as Member,
  'people who answer and change calls': ({ form, order, look }) =>
    says('helper', 'Ask people.', { tools: [form, order, look] }) as Member,
  'a tool with real values, which a person approves': ({ mail, look }) =>
    says('helper', 'Mail it.', { tools: [mail, look] }) as Member,
  'people who answer the calls of an agent as a tool': ({ form }) =>
    says('boss', 'Delegate.', {
      tools: [agentTool(says('helper', 'Fill in.', { description: 'Helps.', tools: [form] }))],
    }) as Member,
  'a tool that returns directly': ({ look, pay }) =>
    pipeline(
      says('one', 'Return.', { tools: [{ ...look, returnDirect: true }, pay], outputKey: 'first' }),
      says('two', 'Write from {first}.'),
    ) as Member,
  'a tool that asks people': ({ look, survey }) =>
    says('helper', 'Survey.', { tools: [look, survey] }) as Member,
  'a mapOver': () =>
    pipeline(
      S.set({ list: ['x', 'y'] }),
      mapOver({ key: 'list', into: 'all' }, says('each', 'Do {item}.')),
      says('judge', 'Sum up {all}.'),
    ) as Member,
}
