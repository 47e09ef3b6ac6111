// A support agent. It never sees e-mail addresses or card numbers, and it remembers its customers across sessions.
import { agent, C, tool } from 'ctxc'
import { redact } from 'ctxc/protect'
import { distill } from 'ctxc/remember'
import { z } from 'zod'

/** Values that no model may see. In place of an address, the model gets `[secret:email:1]`. */
export const protect = [redact({ pii: ['email', 'card'] })]

/** Mails that the example sent. A real tool would call a mail service. */
export const outbox: { readonly to: string; readonly text: string }[] = []

const sendMail = tool({
  name: 'send_mail',
  description: 'Sends a mail.',
  parameters: z.object({ to: z.string(), text: z.string() }),
  // The model passes a placeholder, and the tool gets the address.
  reveal: ['to'],
  execute: ({ to, text }) => {
    outbox.push({ to, text })
    return `sent to ${to}`
  },
})

export const support = agent({
  name: 'support',
  model: 'gpt-5.4',
  instruction: 'You help the customers of a web shop. Be brief.',
  tools: [sendMail],
  protect,
  context: [
    C.all().summarize({ olderThan: 2, segment: 60 }), // turns before the last two become a summary
    C.notes('user:facts'), //                            facts that earlier sessions of the user wrote down
    C.memory({ top: 3 }).atMost(300), //                 messages of earlier sessions that fit the question
  ],
  remember: [distill({ key: 'user:facts', most: 50 })],
})
