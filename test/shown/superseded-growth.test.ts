import { afterEach, expect, test, vi } from 'vitest'
import { UnitView } from '../../src/core/session/view/view.ts'
import { agent, compile, createSession, pipeline } from '../../src/index.ts'

afterEach(() => vi.restoreAllMocks())

const app = pipeline(
  agent({ name: 'writer', instruction: 'Mind {remarks?}', outputKey: 'draft' }),
  agent({ name: 'critic', instruction: 'On {draft}', outputKey: 'remarks' }),
)

/** Returns how often a compile looks up the place of a unit, after a number of turns whose answers were superseded. */
async function askedAfter(turns: number): Promise<number> {
  const events = Array.from({ length: turns }, (_, turn) => [
    { author: 'user', text: `Turn ${turn}` },
    { author: 'writer', text: `draft ${turn}`, actions: { state: { set: { draft: `draft ${turn}` } } } },
    { author: 'critic', text: `remark ${turn}`, actions: { state: { set: { remarks: `remark ${turn}` } } } },
  ]).flat()
  const asked = vi.spyOn(UnitView.prototype, 'orderOf')
  const session = createSession({ events: [...events, { author: 'user', text: 'On' }] })
  const result = await compile(app, session, { model: 'gpt-5.4', agent: 'writer' })
  expect(result.units.length).toBeGreaterThan(turns)
  const { length } = asked.mock.calls
  vi.restoreAllMocks()
  return length
}

test('each superseded answer costs the same, however many there are', async () => {
  const [few, many] = [await askedAfter(50), await askedAfter(400)]
  expect(many / few).toBeLessThan(8.5)
})
