// The parts that the four agents share: the interface of a desk, and the mails that it sent.
import type { ForgetReport } from 'ctxc/store'

export interface Desk {
  /** Answers a message of a user in a chat. The user reads his own address in the answer, not a placeholder. */
  answer(user: string, chat: string, text: string): Promise<string>
  /** Deletes everything about a user. */
  forget(user: string): Promise<ForgetReport>
}

/** Mails that the example sent. A real tool would call a mail service. */
export const outbox: string[] = []

export function sendEmail({ to, text }: { to: string; text: string }): string {
  outbox.push(`${to}: ${text}`)
  return `sent to ${to}`
}
