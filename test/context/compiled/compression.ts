import { C, createSession } from 'ctxc'
import { expand } from 'ctxc/context'
import { expect } from 'vitest'
import { calls, compiled, log, now, says, shown, turns } from '../talk.ts'
import type { Shows } from './shows.ts'

/** Proofs about the form in which units are sent. */
export const compression: Shows = {
  D44: async () => {
    const session = createSession({
      events: [says('user', 'go'), ...calls('c1', 'read', {}, log), ...turns(2)],
    })
    const [, call, result] = await shown(C.all().compact({ olderThan: 1 }), session.events)
    expect(call).toBe('read({})')
    const handle = /Handle of the whole text: ([\d.]+)\]$/.exec(String(result))?.[1] as string
    expect(expand(session, handle)).toEqual({ ok: true, text: log })
  },

  D46: async () => {
    const turn = (id: string) => [says('user', id), ...calls(id, 'read', { id }, log)]
    const told = await shown(C.all().compact({ olderThan: 1 }), [...turn('c1'), ...turn('c2')])
    expect(told.map(text => text === log)).toEqual([false, false, false, false, false, true])
  },

  D47: async () => {
    const reads = (id: string, text: string) => calls(id, 'read', { path: 'a' }, text)
    const events = [says('user', 'go'), ...reads('c1', log), ...reads('c2', `${log}\nnew`), now]
    const told = await shown(C.all().dedupe('superseded'), events)
    expect([told[2], told[4]]).toEqual([expect.stringContaining('Out of date'), `${log}\nnew`])
  },

  D49: async () => {
    const found = JSON.stringify({ items: [{ title: 'one', html: '<p>' }], raw: 'x' })
    const events = [says('user', 'go'), ...calls('c1', 'search', { q: 'a' }, found), now]
    const told = await shown(C.all().project({ keep: ['items.*.title'] }), events)
    expect(told.slice(1, 3)).toEqual(['search({"q":"a"})', '{"items":[{"title":"one"}]}'])
  },

  D51: async () => {
    // 日 is a token or more, at two signs to a token at the most: a count by length would keep four times as much.
    for (const text of [log, '日本語の文章。'.repeat(300), 'a1b2c3d4'.repeat(300)]) {
      const events = [says('user', 'go'), ...calls('c1', 'read', {}, text)]
      const { units } = await compiled(C.all().truncate({ tokens: 60 }), events)
      const bare = await compiled(C.all(), [says('user', 'go'), ...calls('c1', 'read', {}, '')])
      const added = (units[1]?.tokens.max ?? 0) - (bare.units[1]?.tokens.max ?? 0)
      expect(added).toBeLessThanOrEqual(60)
      expect(added).toBeGreaterThan(30)
    }
  },

  D53: async () => {
    const events = [says('user', log), ...calls('c1', 'read', {}, log), ...calls('c2', 'list', {}, 'short')]
    const told = await shown(C.all().truncate({ tokens: 40 }), [...events, now])
    expect([told[0], told[1], told[3], told[4]]).toEqual([log, 'read({})', 'list({})', 'short'])
    expect(told[2]?.length).toBeLessThan(log.length / 4)
  },
}
