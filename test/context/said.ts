import type { Compiled, EventInput } from '../../src/index.ts'

/** Returns a message of the user. */
export const user = (text: string): EventInput => ({ author: 'user', text })

/** Returns a message of the agent `helper`. */
export const model = (text: string): EventInput => ({ author: 'helper', text })

/** The contents of the messages of Chat Completions. */
export const contentsOf = ({ request }: Compiled): unknown[] =>
  (request as unknown as { messages: { content: unknown }[] }).messages.map(({ content }) => content)
