import { chat } from './chat.ts'
import { content } from './content.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'
import type { Wire } from './wire.ts'

/** The four official clients. */
export const wires = { responses, chat, messages, content } satisfies Readonly<Record<string, Wire>>
export type { Wire }
