import { assertEqual } from '../assert.ts'
import { assertHidden } from './assert-hidden.ts'
import { ada, appendOfEvents, eventTexts, itemsOfPages, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Different names that might become equal through an encoding, case folding or a separator. */
const names = [
  '\ud800',
  '\ud801',
  '\ufffd',
  '\\ud800',
  'é',
  'e\u0301',
  'a',
  'A',
  'a\u0000',
  'a/b',
  'a"',
  '%',
  ' a',
  '🎉',
]

/** Pairs of different names that a store might treat as equal. */
const alike = [
  ['\ud800', '\ud801'],
  ['\ud800', '\ufffd'],
  ['\ud800', '\\ud800'],
  ['é', 'e\u0301'],
  ['a', 'A'],
  ['a', 'a\u0000'],
  ['a', ' a'],
  ['a', '%'],
] as const

/** Tests of the names of apps, users, sessions and shared keys; each key is the text of a requirement. */
export const naming: Requirements = {
  async 'keeps apps, users and ids apart that differ in one code unit'(store) {
    const keys = names.flatMap(name => [
      { owner: { app: name }, id: 's' },
      { owner: { app: 'app', user: name }, id: 's' },
      { owner: { app: 'ids' }, id: name },
    ])
    for (const each of keys) await store.append(each, appendOfEvents(0, [userSays(JSON.stringify(each))]))
    for (const each of keys) {
      const record = await store.read(each)
      assertEqual([record?.id, record?.revision], [each.id, 1])
      assertEqual(eventTexts(record), [JSON.stringify(each)])
    }
    const texts = (ids: readonly unknown[]) => ids.map(id => JSON.stringify(id)).sort()
    const listed = (await store.list({ app: 'ids' })).items.map(({ id }) => id)
    assertEqual(texts(listed), texts(names))
    const due = (await store.due({ now: 0, limit: 1_000 })).items
    assertEqual(
      texts(due.map(({ owner, id }) => [owner.app, owner.user, id])),
      texts(keys.map(({ owner, id }) => [owner.app, owner.user, id])),
    )
  },

  async 'hides a session from an owner whose name is written differently'(store) {
    for (const [left, right] of alike)
      for (const [name, other] of [
        [left, right],
        [right, left],
      ] as const) {
        const owner = { app: 'app', user: name }
        const scopes = [{ key: 'user:k', value: name, trust: 'user' as const }]
        await store.append({ owner, id: 's' }, appendOfEvents(0, [userSays('secret')], { scopes }))
        await assertHidden(store, { app: 'app', user: other }, 's')
        assertEqual([...(await store.scopes(owner)).keys()], ['user:k'])
        assertEqual(await store.deleteOwner(owner), 1)
        await store.append({ owner: { app: name }, id: 's' }, appendOfEvents(0, [userSays('secret')]))
        await assertHidden(store, { app: other }, 's')
        assertEqual(await store.deleteOwner({ app: name }), 1)
      }
  },

  async 'keeps names apart that contain what could separate them'(store) {
    for (const sign of ['/', ':', '|', ',', '.', '-', ' ', '\u0000', '\u001f', '","', '\\']) {
      const keys = [
        { owner: { app: 'a', user: 'b' }, id: `c${sign}d` },
        { owner: { app: 'a', user: `b${sign}c` }, id: 'd' },
        { owner: { app: `a${sign}b` }, id: `c${sign}d` },
        { owner: { app: `a${sign}b`, user: 'c' }, id: 'd' },
        { owner: { app: 'a' }, id: `b${sign}c${sign}d` },
      ]
      for (const each of keys) {
        assertEqual((await store.list(each.owner)).items, [])
        assertEqual(await store.append(each, appendOfEvents(0, [userSays('x')])), 1)
      }
      for (const each of keys) assertEqual(await store.deleteOwner(each.owner), 1)
    }
  },

  async 'pages through ids of any characters'(store) {
    for (const id of names)
      await store.append({ owner: ada, id }, appendOfEvents(0, [userSays('x')], { time: 5 }))
    const items = await itemsOfPages(1, after => store.list(ada, { limit: 1, ...after }))
    assertEqual(items.map(({ id }) => JSON.stringify(id)).sort(), names.map(id => JSON.stringify(id)).sort())
  },

  async 'keeps shared keys apart that differ in one code unit'(store) {
    const scopes = names.map(name => ({
      key: `user:${name}`,
      value: name,
      trust: 'user' as const,
      expectedRevision: 0,
    }))
    await store.append(sessionKey, appendOfEvents(0, [userSays('x')], { scopes }))
    const found = [...(await store.scopes(ada))].map(([name, { value, revision }]) =>
      JSON.stringify([name, value, revision]),
    )
    assertEqual(found.sort(), names.map(name => JSON.stringify([`user:${name}`, name, 1])).sort())
  },
}
