import { importPeer } from '../../library/import-peer.ts'
import type { Kind } from '../journal.ts'

export const adk: Kind = {
  name: 'ADK JS, DatabaseSessionService',
  unit: 'sessions.appendEvent',
  async open(url) {
    const sdk = await importPeer('@google/adk')
    sdk.setLogLevel?.(sdk.LogLevel.ERROR)
    const sessions = new sdk.DatabaseSessionService(url)
    await sessions.init()
    // Two first sessions of a user at once fail: each adds the user.
    await sessions.createSession({ appName: 'bench', userId: 'ada', sessionId: 'first' })
    return {
      async begin(sessionId) {
        const session = await sessions.createSession({ appName: 'bench', userId: 'ada', sessionId })
        return text => {
          const event = sdk.createEvent({ author: 'user', content: { role: 'user', parts: [{ text }] } })
          return sessions.appendEvent({ session, event })
        }
      },
    }
  },
}
