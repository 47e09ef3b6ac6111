// Problems with approvals that users of other runners reported.
import { expect, test } from 'vitest'
import { tool } from '../../../../core/agent/tool.ts'
import { inMemoryStore } from '../../../store/index.ts'
import { by, calls, helper, idle, key, running } from './setting.ts'

/** Tools that count their runs. */
function tools() {
  const ran: string[] = []
  const made = (name: string, needsApproval = false) =>
    tool({
      name,
      needsApproval,
      parameters: { type: 'object' },
      execute: ({ of = '' }) => {
        ran.push(`${name}${String(of)}`)
        return `${name}${String(of)} is done`
      },
    })
  return { ran, all: [made('look'), made('count'), made('pay', true)] }
}

test('adk-python #6732: results of siblings stay when one call waits for approval', async () => {
  const { ran, all } = tools()
  const given = running(helper(all), [calls(['look'], ['pay'], ['count']), 'Done.'])
  expect(await given.run('Go')).toMatchObject({ status: 'waiting', waiting: ['1.1'] })
  expect((await given.lines()).slice(4).toSorted()).toEqual(['result: count is done', 'result: look is done'])
  await given.runner.approve(key, '1.1', by)
  expect(await given.resume()).toMatchObject({ status: 'done', text: 'Done.' })
  expect(ran.toSorted()).toEqual(['count', 'look', 'pay'])
  const sent = given.requests[1]?.messages ?? []
  expect(sent.filter(message => 'role' in message && message.role === 'tool')).toHaveLength(3)
})

test('agents-js #701, mastra #11525: an approval doubles no call and no message', async () => {
  const { all } = tools()
  const given = running(helper(all), [calls(['pay']), 'Done.'])
  await given.run('Go')
  await given.runner.approve(key, '1.0', by)
  await given.resume()
  await given.resume()
  await given.runner.resume(key).outcome
  expect(await given.lines()).toEqual([
    'user: Go',
    'helper calls pay',
    'result: pay is done',
    'helper: Done.',
  ])
  const sent = JSON.stringify(given.requests[1]?.messages)
  expect(sent.match(/"tool_calls"/g)).toHaveLength(1)
  expect(sent.match(/"tool_call_id"/g)).toHaveLength(1)
})

test('mastra #10957, #14216, #20600, adk-python #3567: an approval that is asked for survives a restart', async () => {
  const store = inMemoryStore()
  const { ran, all } = tools()
  const first = running(helper(all), [calls(['pay'])], {}, store)
  await first.run('Go')
  await first.runner.stop()
  const page = running(helper(all), [], { driver: idle }, store)
  // After a reload, a page finds the question and everything before it, even in another process.
  const record = await store.read(key)
  expect(record?.status).toBe('waiting')
  expect(await page.lines()).toEqual(['user: Go', 'helper calls pay'])
  await page.runner.approve(key, '1.0', by)
  await page.runner.stop()
  // The decision is stored: the process that received it did not run the call.
  expect(ran).toEqual([])
  const last = running(helper(all), ['Done.'], {}, store)
  expect(await last.runner.recover()).toBe(1)
  expect(await last.resume()).toMatchObject({ status: 'done', text: 'Done.' })
  expect(ran).toEqual(['pay'])
})

test('adk-python #4100, mastra #5407: another process resumes without a new message', async () => {
  const store = inMemoryStore()
  const { all } = tools()
  const first = running(helper(all), [calls(['pay'])], {}, store)
  await first.run('Go')
  await first.runner.stop()
  const second = running(helper(all), ['Done.'], {}, store)
  await second.runner.approve(key, '1.0', by)
  expect(await second.resume()).toMatchObject({ status: 'done', text: 'Done.' })
  expect((await second.lines()).filter(line => line.startsWith('user'))).toEqual(['user: Go'])
})

test('langgraph #6208, langgraphjs #1298, #1552: nothing before the approval runs again', async () => {
  const { ran, all } = tools()
  const given = running(helper(all), [calls(['look']), calls(['pay']), 'Done.'])
  await given.run('Go')
  expect(given.requests).toHaveLength(2)
  await given.runner.approve(key, '3.0', by)
  expect((await given.resume()).text).toBe('Done.')
  expect(ran).toEqual(['look', 'pay'])
  expect(given.requests).toHaveLength(3)
})

test('mastra #19083: a decision goes to its own call, and to no other one with the same arguments', async () => {
  const { ran, all } = tools()
  const script = [calls(['pay', { of: 1 }], ['pay', { of: 2 }], ['pay', { of: 2 }]), 'Done.']
  const given = running(helper(all), script)
  expect((await given.run('Go')).waiting.toSorted()).toEqual(['1.0', '1.1', '1.2'])
  await given.runner.approve(key, '1.1', by)
  expect((await given.resume()).waiting.toSorted()).toEqual(['1.0', '1.2'])
  expect(ran).toEqual(['pay2'])
  await given.runner.deny(key, '1.2', { ...by, why: 'once is enough' })
  await given.runner.approve(key, '1.0', by)
  expect((await given.resume()).text).toBe('Done.')
  expect(ran).toEqual(['pay2', 'pay1'])
  const results = (await given.events()).flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'tool-result' ? [part.id] : [])),
  )
  expect(new Set(results).size).toBe(3)
})

test('calls with one id wait one after the other, because only their order tells their results apart', async () => {
  const pay = tool({
    name: 'pay',
    parameters: { type: 'object' },
    needsApproval: true,
    execute: ({ to }) => `to ${to}`,
  })
  const both = ['A', 'B'].map(to => ({ name: 'pay', id: 'same', arguments: { to } }))
  const { runner, run, resume, lines } = running(helper([pay]), [{ calls: both }, 'Paid.'])
  expect((await run('Pay')).waiting).toEqual(['1.0'])
  await runner.approve(key, '1.0', by)
  expect((await resume()).waiting).toEqual(['1.1'])
  await runner.approve(key, '1.1', by)
  expect(await resume()).toMatchObject({ status: 'done', text: 'Paid.' })
  expect((await lines()).filter(line => line.startsWith('result:'))).toEqual(['result: to A', 'result: to B'])
})
