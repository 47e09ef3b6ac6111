import type { Draw } from './draw.ts'

/** Anything that travels as JSON. */
export type Item = { readonly [key: string]: unknown }

/** Way in which a vendor's API writes a conversation. */
export interface Vendor {
  readonly user: (text: string) => Item
  readonly results: (calls: readonly string[], text: string) => readonly Item[]
  /** Content of an answer, without signatures, and the ids of its calls. */
  readonly script: (
    draw: Draw,
    step: number,
  ) => { readonly content: readonly Item[]; readonly calls: readonly string[] }
  /** Items that an app appends to its list for an answer. */
  readonly answer: (body: Item) => readonly Item[]
}

const words = (draw: Draw): string => 'words that fill some room '.repeat(draw.upTo(12) + 1)

const callsOf = (draw: Draw, step: number): string[] =>
  draw.oneIn(2) ? Array.from({ length: draw.upTo(2) + 1 }, (_, at) => `call_${step}_${at}`) : []

export const claude: Vendor = {
  user: text => ({ role: 'user', content: text }),
  results: (calls, text) => [
    { role: 'user', content: calls.map(id => ({ type: 'tool_result', tool_use_id: id, content: text })) },
  ],
  script(draw, step) {
    const calls = callsOf(draw, step)
    const content: Item[] = draw.oneIn(8) ? [] : [{ type: 'thinking', thinking: `Thought ${step}.` }]
    if (calls.length === 0 || draw.oneIn(2))
      content.push({ type: 'text', text: `Answer ${step}. ${words(draw)}` })
    for (const id of calls) content.push({ type: 'tool_use', id, name: 'look', input: { step } })
    return { content, calls }
  },
  answer: ({ content }) => [{ role: 'assistant', content }],
}

export const gpt: Vendor = {
  user: text => ({ role: 'user', content: text }),
  results: (calls, output) => calls.map(id => ({ type: 'function_call_output', call_id: id, output })),
  script(draw, step) {
    const calls = callsOf(draw, step)
    const content: Item[] = draw.oneIn(8) ? [] : [{ type: 'reasoning', summary: [] }]
    const text = `Answer ${step}. ${words(draw)}`
    if (calls.length === 0 || draw.oneIn(2))
      content.push({
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text, annotations: [] }],
      })
    for (const id of calls)
      content.push({
        type: 'function_call',
        call_id: id,
        name: 'look',
        arguments: JSON.stringify({ step }),
        status: 'completed',
      })
    return { content, calls }
  },
  answer: ({ output }) => output as readonly Item[],
}
