import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../ir/event.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import { restoreSession } from '../restore.ts'
import { storedSource } from '../stored-event.ts'
import { isRelated } from './branch.ts'
import { keysInScopes, sessionInScopes } from './scoped-keys.ts'

type Stored = Pick<Event, 'author'> & Partial<Event>

const branch = fc.constantFrom('', 'a', 'a.0', 'a.1', 'b', 'a.0.c', 'call:0.0')
const key = fc.constantFrom('k', 'm', 'app:n', 'temp:t')
const event: fc.Arbitrary<Stored> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(branch, key, fc.nat(9))
      .map(([branch, key, value]) => change(branch, { set: { [key]: value } })),
  },
  { weight: 2, arbitrary: fc.tuple(branch, key).map(([branch, key]) => change(branch, { delete: [key] })) },
  { weight: 1, arbitrary: fc.constant({ author: 'user', parts: [{ kind: 'text' as const, text: 'Hi' }] }) },
  {
    weight: 1,
    arbitrary: fc.nat(12).map(to => ({ author: 'developer', parts: [], actions: { rewind: { to } } })),
  },
)
const change = (branch: string, state: { set?: JsonObject; delete?: string[] }): Stored => ({
  author: 'developer',
  branch,
  parts: [],
  actions: { state: { set: state.set ?? {}, delete: state.delete ?? [] } },
})
const scopes: fc.Arbitrary<readonly StateScope[]> = fc
  .tuple(fc.nat(6), fc.nat(4), fc.constantFrom(['a'], ['b'], ['a', 'a.0'], ['a', 'a.0', 'a.0.c']))
  .map(([from, apart, names]) =>
    names.map((branch, index) => ({
      from: from + index * apart,
      branch,
      ...(index === 1 && { set: { item: 'x' }, setBy: 0 }),
    })),
  )

/** Replays the events one by one, the slow way: a rewind replays them again up to where it went. */
function replayed(events: readonly Stored[], scopes: readonly StateScope[], length: number): JsonObject {
  let state: Record<string, unknown> = {}
  const begin = (seq: number) => {
    for (const { from, set } of scopes) if (from === seq) state = { ...state, ...set }
  }
  for (let seq = 0; seq < length; seq++) {
    begin(seq)
    const { author, branch = '', actions } = events[seq] as Stored
    const scope = scopes.findLast(({ from }) => from <= seq)
    // The agent of the call in event 0 was called on the trunk.
    const own = branch.startsWith('call:') ? (events[0]?.branch ?? '') : branch
    const counts = scope === undefined || isRelated(own.startsWith('call:') ? '' : own, scope.branch)
    if (author === 'user')
      state = Object.fromEntries(Object.entries(state).filter(([name]) => !name.startsWith('temp:')))
    if (counts) {
      for (const name of actions?.state?.delete ?? []) delete state[name]
      Object.assign(state, actions?.state?.set)
    }
    const to = actions?.rewind?.to ?? seq
    if (to >= seq) continue
    const shared = Object.entries(state).filter(([name]) => name.startsWith('app:'))
    const back = Object.entries(replayed(events, scopes, to)).filter(([name]) => !name.startsWith('app:'))
    // Scopes that began after that place have begun once, and stay.
    const since = scopes.filter(({ from }) => from > to && from <= seq)
    state = Object.assign({}, ...since.map(({ set }) => set), Object.fromEntries([...back, ...shared]))
  }
  begin(length)
  return state as JsonObject
}

test('keys in scopes are those of a replay in which only related branches count', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 14 }), scopes, (events, scopes) => {
      let grown = restoreSession({ events: [] })
      for (const [index, added] of events.entries()) {
        grown = grown.extend(storedSource([added as Event], index))
        const isRewound = events.slice(0, index + 1).some(({ actions }) => actions?.rewind)
        // A rewind to before a scope changes the scopes themselves.
        if (isRewound && scopes.some(({ from, set }) => set !== undefined && from > 0)) continue
        const whole = restoreSession({ events: events.slice(0, index + 1) })
        const state = keysInScopes(grown, scopes).toState()
        expect(state).toEqual(keysInScopes(whole, scopes).toState())
        expect({ ...state }).toEqual(replayed(events, scopes, index + 1))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a member of a group reads no change of a member beside it', () => {
  const session = restoreSession({
    state: { k: 0 },
    events: [change('a', { set: { k: 1 } }), change('b', { set: { k: 2 } }), change('', { set: { m: 3 } })],
  })
  const stateOn = (branch: string) => ({ ...sessionInScopes(session, [{ from: 0, branch }]).state })
  expect(stateOn('a')).toEqual({ k: 1, m: 3 })
  expect(stateOn('b')).toEqual({ k: 2, m: 3 })
  expect(session.state).toEqual({ k: 2, m: 3 })
})
