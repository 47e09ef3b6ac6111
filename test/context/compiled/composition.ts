import { C } from 'ctxc'
import { expect } from 'vitest'
import { calls, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

/** Proofs about pieces that are combined. */
export const composition: Shows = {
  D11: async () => {
    const events = [...turns(3), now]
    expect(await shown([C.last(3), C.fromAgents('bot'), C.first(2)], events)).toEqual(
      await shown(C.all(), events),
    )
  },

  D12: async () => {
    expect(await shown([C.window(2), C.window(2).atMost(1000)], [...turns(4), now])).toEqual([
      'q4',
      'a4',
      'now',
    ])
  },

  D14: async () => {
    const events = [says('user', 'go'), ...calls('c1', 'read', {}, log), ...turns(2), now]
    const told = await shown(C.where({ tool: 'read' }).compact({ olderThan: 1 }), events)
    expect(told).toEqual([
      'read({})',
      expect.stringMatching(/^line 1 .*Handle of the whole text: 2\.0\]$/s),
      'now',
    ])
  },

  D15: async () => {
    const long = says('user', log)
    expect(await shown(C.all().atMost(5), [...turns(2), long])).toEqual([log])
  },

  D16: async () => {
    const words = new Set(log.split(/\s+/))
    for (const tokens of [60, 70, 90]) {
      const told = await shown([C.window(1), C.artifact('log').atMost(tokens)], [now], {
        artifacts: { log },
      })
      const inside = String(told[1])
        .split('\n')
        .slice(1, -1)
        .join('\n')
        .replace(/\[….*?…\]/g, '')
      expect(inside.length).toBeGreaterThan(20)
      for (const word of inside.split(/\s+/).filter(Boolean)) expect(words).toContain(word)
    }
    // Units go whole.
    for (const text of await shown(C.all().atMost(40), [...turns(9), now]))
      expect(text).toMatch(/^([qa]\d|now)$/)
  },
}
