// A pipeline with tools and an approval. Its sessions survive the process: kill it while a call waits, and approve in another one.
//   npm run example pipeline                       asks for a refund, and waits for somebody to approve it
//   npm run example pipeline approve               in another terminal: approves the waiting call
//   npm run example pipeline deny "100 at most"    denies it; the model reads the reason
import { setTimeout } from 'node:timers/promises'
import { callsOf, textOf } from 'ctxc'
import type { RunOutcome, RunStream } from 'ctxc/run'
import { keyOf, openDesk } from './desk.ts'

const [command = 'ask', reason = ''] = process.argv.slice(2)
const key = keyOf('order-A7')
const { runner, close } = await openDesk()

if (command === 'ask') await ask()
else if (command === 'approve' || command === 'deny') await decide()
else {
  console.error(`the command must be ask, approve or deny, got '${command}'`)
  process.exitCode = 2
}
await close()

async function ask(): Promise<void> {
  let outcome = await show(
    runner.run(key, { message: 'Order A7: my lamp arrived broken. I want my money back.' }),
  )
  // Kill the process here if you like: the session is in the store.
  while (outcome.status === 'waiting') {
    await setTimeout(500)
    outcome = await show(runner.resume(key, { from: outcome.revision }))
  }
}

async function decide(): Promise<void> {
  const before = await runner.resume(key).outcome
  const [waiting] = before.waitingCalls
  if (waiting === undefined) {
    console.error('no call waits for a decision')
    process.exitCode = 1
    return
  }
  // The name of the person who decides is recorded. A real app takes the name from its login.
  if (command === 'approve') await runner.approve(key, waiting.call, { by: 'Eve' })
  else await runner.deny(key, waiting.call, { by: 'Eve', why: reason })
  console.log(`${command}: ${waiting.tool} ${JSON.stringify(waiting.arguments)}`)
  await show(runner.resume(key, { from: before.revision }))
}

/** Shows the events of a run as they happen, and returns the run's outcome. */
async function show(stream: RunStream): Promise<RunOutcome> {
  for await (const each of stream) {
    if (each.type !== 'event') continue
    const { event } = each
    if (textOf([event])) console.log(`${event.author}: ${textOf([event])}`)
    for (const call of callsOf([event]))
      console.log(`${event.author} calls ${call.name} ${JSON.stringify(call.arguments)}`)
  }
  const outcome = await stream.outcome
  for (const { call, tool } of outcome.waitingCalls)
    console.log(`waiting: ${tool} (call ${call}) needs an approval`)
  return outcome
}
