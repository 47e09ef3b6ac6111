import type { Compiled, EventInput } from '../../src/index.ts'

/** What a user says. */
export const user = (text: string): EventInput => ({ author: 'user', text })

/** What the agent `helper` says. */
export const model = (text: string): EventInput => ({ author: 'helper', text })

/** The contents of the messages of Chat Completions. */
export const contentsOf = ({ request }: Compiled): unknown[] =>
  (request as unknown as { messages: { content: unknown }[] }).messages.map(({ content }) => content)
