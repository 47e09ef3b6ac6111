// The engine runs in the browser, with an ephemeral key: the user of the page can read and change phases and instructions.
import { type LiveSocket, startLive } from 'ctxc/live'
import { host, setup } from '../agent.ts'
import { type Show, shownNow, type Talk } from './talk.ts'

/** Opens a socket to the model. An ephemeral key is valid for one connection, so each connection fetches a new key. */
async function connect(): Promise<LiveSocket> {
  const response = await fetch('/key', { method: 'POST' })
  if (!response.ok) throw new Error('the server makes no ephemeral keys')
  const { url } = await response.json()
  return new WebSocket(url)
}

export function talkInBrowser(show: Show): Talk {
  show(shownNow({ type: 'talk', id: crypto.randomUUID() }))
  const talk = startLive(host, { connect, setup })
  const forward = async (): Promise<void> => {
    for await (const report of talk) show(shownNow(report))
  }
  void forward()
  return {
    sendAudio: data => talk.sendAudio(data),
    sendText: text => talk.sendText(text),
    end: () => talk.stop(),
  }
}
