// Two sessions of one customer. The model never sees the customer's address or card, but the mail tool gets the address. The second session
// knows what the first one learned. README.md has the output.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outbox } from './agent.ts'
import { openDesk } from './desk.ts'
import { openModel } from './model.ts'

const secrets = ['mara@example.org', '4111 1111 1111 1111']
const sessions = {
  monday: [
    `My address is ${secrets[0]}. Please mail me the receipt of order B12.`,
    'I use a screen reader, so please write in plain text.',
    `I paid with the card ${secrets[1]}. Is it still valid?`,
    'Thank you.',
    'Goodbye.',
  ],
  friday: ['How should you write to me?'],
}

// The example uses a new folder; an app has a permanent one.
const folder = mkdtempSync(join(tmpdir(), 'ctxc-support-'))
const { client, sent, close } = await openModel()
for (const [id, messages] of Object.entries(sessions)) {
  console.log(`== ${id}`)
  // The desk is opened again for each session, as if in another process.
  const desk = openDesk(join(folder, 'desk.db'), client)
  for (const message of messages)
    console.log(`user: ${message}\nsupport: ${await desk.answer('mara', id, message)}`)
  await desk.end('mara', id)
  await desk.close()
}
await close()
rmSync(folder, { recursive: true })

const seen = sent.filter(body => secrets.some(secret => body.includes(secret)))
console.log(`\nrequests with the address or the card: ${seen.length}`)
console.log(`mails: ${JSON.stringify(outbox)}`)
console.log(`summary:\n  ${blockOf('Goodbye', 'summary')}`)
console.log(`facts on friday:\n  ${blockOf('How should you write', 'notes user:facts')}`)
console.log(`found on friday:\n  ${blockOf('How should you write', 'memory')}`)

/** Returns the context block that contains a message, from the first request, without dates. */
function blockOf(message: string, from: string): string | undefined {
  const body = sent.find(each => each.includes(message) && each.includes(from))
  const { input }: { input: readonly { readonly content?: unknown }[] } = JSON.parse(body ?? '{"input":[]}')
  const block = input.map(({ content }) => String(content)).find(text => text.includes(`from="${from}"`))
  return block
    ?.replaceAll(/- \[[-\d]+\]/g, '-')
    .split('\n')
    .slice(1, -1)
    .join('\n  ')
}
