import { importPeer } from '../../library/import-peer.ts'
import type { Kind } from '../journal.ts'

export const mastra: Kind = {
  name: 'Mastra, PostgresStore',
  unit: 'memory.saveMessages of one message',
  async open(connectionString) {
    const { PostgresStore } = await importPeer('@mastra/pg')
    const store = new PostgresStore({ id: 'bench', connectionString })
    await store.init()
    const memory = await store.getStore('memory')
    return {
      async begin(threadId) {
        const resourceId = 'ada'
        const now = new Date()
        await memory.saveThread({
          thread: { id: threadId, resourceId, title: '', metadata: {}, createdAt: now, updatedAt: now },
        })
        let seq = 0
        return text => {
          const content = { format: 2, parts: [{ type: 'text', text }] }
          const id = `${threadId}-${seq++}`
          return memory.saveMessages({
            messages: [{ id, threadId, resourceId, role: 'user', content, createdAt: new Date() }],
          })
        }
      },
    }
  },
}
