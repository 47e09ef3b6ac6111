import { importPeer } from '../../library/import-peer.ts'
import type { Kind } from '../journal.ts'
import { eventOf } from './ctxc.ts'

export const dbos: Kind = {
  name: 'DBOS, steps of a workflow',
  unit: 'DBOS.runStep that returns the event',
  async open(systemDatabaseUrl) {
    const { DBOS } = await importPeer('@dbos-inc/dbos-sdk')
    /** Texts that each workflow waits for, with the functions that say that a step is kept. */
    const waiting = new Map<string, { take(given: (text: string, kept: () => void) => void): void }>()
    const conversation = DBOS.registerWorkflow(
      async (id: string) => {
        for (;;) {
          const [text, kept] = await new Promise<[string, () => void]>(resolve =>
            waiting.get(id)?.take((...given) => resolve(given)),
          )
          await DBOS.runStep(async () => eventOf(text), { name: 'event' })
          kept()
        }
      },
      { name: 'conversation' },
    )
    DBOS.setConfig({ name: 'bench', systemDatabaseUrl, logLevel: 'error', runAdminServer: false })
    await DBOS.launch()
    return {
      async begin(id) {
        let give: ((text: string, kept: () => void) => void) | undefined
        let ready: () => void = () => {}
        let isReady = new Promise<void>(resolve => {
          ready = resolve
        })
        waiting.set(id, {
          take(given) {
            give = given
            ready()
          },
        })
        await DBOS.startWorkflow(conversation, { workflowID: id })(id)
        return async text => {
          await isReady
          isReady = new Promise(resolve => {
            ready = resolve
          })
          await new Promise<void>(resolve => give?.(text, resolve))
        }
      },
    }
  },
}
