// Program of both processes: an agent with a tool that needs approval, and a tool that takes a minute.
import { agent } from '../../../../core/agent/declare.ts'
import { tool } from '../../../../core/agent/tool.ts'
import { createRunner, type Runner, type ToolContext } from '../../../../run.ts'
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
const clerk = agent({ name: 'clerk', model: 'gpt-5.4', tools: [pay, wait] })

/** Answers to the last message. */
const answer = ({ messages }: { readonly messages: readonly object[] }): ScriptedAnswer => {
  const last = JSON.stringify(messages.at(-1))
  if (last.includes('Pay.')) return { calls: [{ name: 'pay' }] }
  if (last.includes('Wait.')) return { calls: [{ name: 'wait' }] }
  return `Answered by ${process.pid}.`
}

export const runnerOf = (store: Store): Runner =>
  createRunner({ program: clerk, store, models: () => scriptedModel(answer) })
