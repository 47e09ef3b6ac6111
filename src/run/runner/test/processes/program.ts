// Program of all processes: an agent with a tool that needs approval, one that takes a minute, and one that lasts until told.
import { agent } from '../../../../core/agent/declare.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { createRunner, type Runner, type RunStream, type ToolContext } from '../../../../run.ts'
import { type ScriptedAnswer, scriptedModel } from '../../../../testing/scripted-model.ts'
import type { Store } from '../../../store/index.ts'

export const key = { owner: { app: 'test', user: 'ada' }, id: 's1' }

const pay = tool({ name: 'pay', needsApproval: true, execute: () => `paid by ${process.pid}` })
const wait = tool({
  name: 'wait',
  execute: (_, context) =>
    new Promise((_resolve, reject) => {
      const timer = setTimeout(reject, 60_000)
      const { signal } = context as ToolContext
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        console.log('stopped')
        reject(signal.reason)
      })
    }),
})

/** Answers to the last message. */
const answer = ({ messages }: { readonly messages: readonly object[] }): ScriptedAnswer => {
  const last = JSON.stringify(messages.at(-1))
  if (last.includes('Pay.')) return { calls: [{ name: 'pay' }] }
  if (last.includes('Wait.')) return { calls: [{ name: 'wait' }] }
  if (last.includes('Nap.')) return { calls: [{ name: 'nap' }] }
  return `Answered by ${process.pid}.`
}

/** Differences between the processes. */
interface Ways {
  /** Resolves when the tool `nap` ends; at once by default. */
  readonly nap?: Promise<unknown>
  /** Milliseconds of a lease. By default, it is longer than the tests, so that a busy machine costs no process its lease. */
  readonly leaseLength?: number
}

export function runnerOf(store: Store, { nap, leaseLength = 60_000 }: Ways = {}): Runner {
  const napping = tool({
    name: 'nap',
    execute: async (_, context) => {
      const { signal } = context as ToolContext
      await Promise.race([nap, new Promise(resolve => signal.addEventListener('abort', resolve))])
      return `slept in ${process.pid}`
    },
  })
  return createRunner({
    program: agent({ name: 'clerk', model: 'gpt-5.4', tools: [pay, wait, napping] }),
    store,
    models: () => scriptedModel(answer),
    sharing: { leaseLength, pollInterval: 20 },
  })
}

/** Resolves when a run reports a call of a tool. */
export async function untilCalled(stream: RunStream, name: string): Promise<void> {
  for await (const each of stream)
    if (
      each.type === 'event' &&
      each.event.parts.some(part => part.kind === 'tool-call' && part.name === name)
    )
      return
}
