import type { Owner, SessionKey } from '../../index.ts'
import { type Faults, naming } from './fault.ts'

/** Owner whose data each of these faults reveals. */
const ada: Owner = { app: 'docs', user: 'ada' }
const asAda = ({ id }: SessionKey): SessionKey => ({ owner: ada, id })
const userless = ({ app }: Owner): Owner => ({ app })

/** Faults that show an owner the data of another owner. */
export const owners: Faults = {
  'takes all users of an app for one': naming(userless),
  'takes names for equal that differ in case': naming(({ app, user }) => ({
    app,
    ...(user && { user: user.toLowerCase() }),
  })),
  'takes names for equal that are composed differently': naming(({ app, user }) => ({
    app,
    ...(user && { user: user.normalize('NFC') }),
  })),
  'takes names for equal that differ in lone surrogates': naming(({ app, user }) => ({
    app: app.toWellFormed(),
    ...(user && { user: user.toWellFormed() }),
  })),
  'takes ids for equal that differ in lone surrogates': naming(
    owner => owner,
    id => id.toWellFormed(),
  ),
  'joins app and user with a slash': naming(({ app, user }) => ({
    app: user === undefined ? app : `${app}/${user}`,
  })),
  'joins user and id with a slash': inner => ({
    read: ({ owner: { app, user }, id }, options) =>
      inner.read({ owner: { app }, id: `${user}/${id}` }, options),
    append: ({ owner: { app, user }, id }, write) =>
      inner.append({ owner: { app }, id: `${user}/${id}` }, { ...write, scopes: [] }),
  }),
  'reads for another owner': inner => ({
    read: async (key, options) => (await inner.read(key, options)) ?? inner.read(asAda(key), options),
  }),
  'lists for another owner': inner => ({
    list: async (owner, options) => {
      const page = await inner.list(owner, options)
      return page.items.length > 0 ? page : inner.list(ada, options)
    },
  }),
  'shows shared keys of another owner': inner => ({
    scopes: async owner =>
      new Map([...(await inner.scopes({ ...owner, user: 'ada' })), ...(await inner.scopes(owner))]),
  }),
  'shows shared keys of another app': inner => ({
    scopes: async owner =>
      new Map([...(await inner.scopes({ ...owner, app: 'docs' })), ...(await inner.scopes(owner))]),
  }),
  'forks for another owner': inner => ({
    fork: async (key, id, options) =>
      (await inner.fork(key, id, options)) ?? inner.fork(asAda(key), id, options),
  }),
  'deletes for another owner': inner => ({
    delete: async key => (await inner.delete(key)) || inner.delete(asAda(key)),
  }),
  'deletes the sessions of another owner': inner => ({
    deleteOwner: async owner => (await inner.deleteOwner(owner)) + (await inner.deleteOwner(ada)),
  }),
  'deletes the sessions of all users of an app': inner => ({
    deleteOwner: async owner => {
      const users = owner.user === undefined ? [owner, { ...owner, user: 'ada' }] : [owner]
      const counts = await Promise.all(users.map(user => inner.deleteOwner(user)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
  }),
  'refuses a session because another owner has its id': inner => ({
    append: async (key, write) => {
      const taken = await inner.read(asAda(key))
      if (taken !== null && key.owner.user !== 'ada') throw new Error('the id is used')
      return inner.append(key, write)
    },
  }),
  'accepts an owner without a name': inner => ({
    list: async (owner, options) => (owner?.app ? inner.list(owner, options) : { items: [], next: null }),
  }),
}
