// Runs the engine on the server: the page sends a voice, and shows the reports of the server.
import type { Shown } from '../report.ts'
import { type Show, shownNow, type Talk } from './talk.ts'

/** Key under which this tab stores the conversation's id, so that a reload continues the conversation. */
const key = 'talk'

export const isHeld = (): boolean => sessionStorage.getItem(key) !== null

export function talkOnServer(show: Show): Talk {
  let socket: WebSocket
  let isOver = false
  let seen = 0
  let delay = 250

  const connect = (): void => {
    const opened = new WebSocket(`${location.origin.replace('http', 'ws')}/talk`)
    socket = opened
    opened.onopen = () => {
      delay = 250
      opened.send(JSON.stringify({ id: sessionStorage.getItem(key), seen }))
      show(shownNow({ type: 'server', isOpen: true }))
    }
    opened.onmessage = ({ data }) => {
      const report: Shown = JSON.parse(data)
      if (report.type === 'talk' && report.id !== sessionStorage.getItem(key)) seen = 0
      if (report.type === 'talk') sessionStorage.setItem(key, report.id)
      seen = report.number ?? seen
      if (report.type === 'ended') leave()
      show(report)
    }
    opened.onclose = ({ code, reason }) => {
      if (isOver) return
      show(shownNow({ type: 'server', isOpen: false }))
      // Another tab uses the conversation, or the server has too many conversations.
      if (code === 4000 || code === 1013) return show(shownNow({ type: 'ended', reason }))
      setTimeout(connect, delay)
      delay = Math.min(10_000, delay * 2)
    }
  }
  const leave = (): void => {
    isOver = true
    sessionStorage.removeItem(key)
  }
  // Messages that the user sends without a connection are lost, as in a telephone call.
  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  connect()
  return {
    sendAudio: audio => send({ audio }),
    sendText: text => send({ text }),
    end() {
      send({ end: true })
      if (socket.readyState === WebSocket.OPEN) return
      leave()
      show(shownNow({ type: 'ended', reason: 'stopped' }))
    },
  }
}
