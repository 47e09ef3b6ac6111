import { words as W } from '../marks.ts'
import { each, type Plot, some } from './plot.ts'

/** Roles and words. */
export function plain(plot: Plot): unknown {
  const messages = [
    ...some(plot.system, { from: 'system', value: W }),
    ...each(plot, turn => [
      { from: 'human', value: W },
      { from: 'gpt', value: turn.said === 'parts' ? [{ type: 'text', text: W }] : W },
    ]),
    { from: 'human', value: W },
  ]
  return plot.whole ? { conversations: messages, ...(plot.system && { system: W }) } : messages
}
