/** An agent with tools that note when they begin, and a model that answers by the last message. A strict fake judges each request. */
import { appendFileSync } from 'node:fs'
import { agent, type Member, tool } from '../../src/index.ts'
import { strict } from '../../src/run/runner/test/pains/setting.ts'
import type { ModelClient, ToolContext } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'

/** Requests of a user, each of which leads to one call of the tool of that name. */
export const requests = ['look', 'pay', 'refund'] as const

/** Tools whose calls must begin at most once. */
export const onceOnly: readonly string[] = ['pay', 'refund']

/** Returns the program. Its tools append a line to a file when they begin. */
export function programOf(file: string): Member {
  const made = (name: string, more: object) =>
    tool({
      name,
      ...more,
      execute: async (_, context) => {
        appendFileSync(file, `${name} ${(context as ToolContext).key}\n`)
        await new Promise(resolve => setTimeout(resolve, 20))
        return `${name} is done`
      },
    })
  return agent({
    name: 'clerk',
    model: 'gpt-5.4',
    instruction: 'Help.',
    tools: [
      made('look', {}),
      made('pay', { onInterrupt: 'report' }),
      made('refund', { onInterrupt: 'report', needsApproval: true }),
    ] as never,
  }) as Member
}

/** Returns a model that takes some milliseconds. A request that the provider would refuse fails. */
export function modelClient(delay = 30): ModelClient {
  const client = scriptedModel(({ messages }) => {
    const last = messages.at(-1) as { readonly role?: string; readonly content?: unknown }
    const asked = requests.find(name => JSON.stringify(last.content).includes(`please ${name}`))
    if (last.role !== 'user' || asked === undefined) return { text: 'Well.', delay }
    return { calls: [{ name: asked }], delay }
  })
  return strict(client)
}
