// Programs with every kind of tool: immediate, slow, failing, changing the state, needing approval, answered by people, and
// agents.
import { agentTool } from '../../../../core/agent/agent-tool.ts'
import { agent } from '../../../../core/agent/declare.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { type Member, parallel, pipeline } from '../../../../index.ts'
import type { ToolContext } from '../../../../run.ts'
import { textOf, type World } from './world.ts'

export type Shape = 'one agent' | 'a pipeline' | 'a group' | 'a race'
export const shapes: readonly Shape[] = ['one agent', 'a pipeline', 'a group', 'a race']

const model = 'gpt-5.4'
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } as const

/** Whether calls of a tool need approval: always, or from some amount on. */
export const needsApproval = (name: string, input: unknown): boolean =>
  name === 'book' || (name === 'pay' && (input as { sum: number }).sum > 100)

/** Whether a tool begins at most once. */
export const isReported = (name: string): boolean => name === 'send' || name === 'book'

/** Milliseconds that a call of `quote` waits for its answer. */
const quoteWaits = 80

function tools(world: World, runner: number) {
  const begin = (name: string, input: unknown, given: unknown): ToolContext => {
    const context = given as ToolContext
    const session = textOf(context.session)
    const call = context.key.slice(context.key.lastIndexOf('/') + 1)
    const { now } = world
    const [at, known] = [world.lengthOf(session), world.knownTo(runner, session)]
    world.executions.push({ runner, session, call, tool: name, input, at, known, now })
    return context
  }
  const made = (name: string, more: object, work: (context: ToolContext) => unknown) =>
    tool({
      name,
      parameters: sum,
      ...more,
      execute: (input: unknown, context: unknown) => work(begin(name, input, context)),
    } as never)
  const slow = async (): Promise<string> => {
    await world.wait()
    return 'it is done'
  }
  return [
    made('look', {}, () => 'seen'),
    made('finish', { returnDirect: true }, slow),
    made('slow', { concurrency: 1 }, slow),
    made('send', { onInterrupt: 'report' }, slow),
    made('book', { onInterrupt: 'report', needsApproval: true }, slow),
    made('pay', { needsApproval: (input: unknown) => needsApproval('pay', input) }, slow),
    tool({ name: 'form', parameters: sum, answeredBy: 'person', outputSchema: sum }),
    tool({ name: 'quote', parameters: sum, answeredBy: 'page', waitMs: quoteWaits }),
    made('fail', {}, () => Promise.reject(new Error('no network'))),
    made('note', {}, ({ state, session }) => {
      state.set('note', Number(state.get('note') ?? 0) + 1)
      state.set('user:note', `${session.owner.user}-note`)
    }),
  ]
}

/** Returns a program for one runner. The declarations of all runners are equal. */
export function programOf(shape: Shape, world: World, runner: number): Member {
  const own = tools(world, runner)
  const instruction = 'Help. {user:note?}'
  const outputSchema = {
    type: 'object' as const,
    properties: { city: { type: 'string' } },
    required: ['city'],
  }
  const clerk = agent({
    name: 'clerk',
    description: 'Asks.',
    instruction,
    tools: own as never,
    toolConcurrency: 1,
  })
  const scout = agent({ name: 'scout', description: 'Looks.', instruction, tools: own as never })
  const expert = agent({ name: 'expert', description: 'Knows.', model, instruction, outputSchema })
  const boss = agent({
    name: 'boss',
    model,
    instruction,
    tools: [
      ...own,
      agentTool(clerk, { name: 'ask' }),
      agentTool(scout, { name: 'scout', background: 'wake' }),
    ] as never,
    ...(shape === 'one agent' && { subAgents: [expert] }),
  })
  if (shape === 'one agent') return boss as Member
  if (shape === 'a pipeline') return pipeline(boss, expert) as Member
  const second = agent({ name: 'second', model, instruction, tools: own as never })
  const group = shape === 'a race' ? parallel({ until: 'first' }, boss, second) : parallel(boss, second)
  return pipeline(group, expert) as Member
}
