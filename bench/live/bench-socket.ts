import type { LiveSocket } from '../../src/live/index.ts'

type Handler = ((event: never) => void) | null

/** Returns the frames with which a server answers one. */
export type Answer = (frame: Record<string, unknown>) => readonly object[]

/** Socket in memory. What the server answers arrives in a later turn of the event loop. */
export class BenchSocket implements LiveSocket {
  onopen: Handler = null
  onmessage: Handler = null
  onclose: Handler = null
  onerror: Handler = null
  readyState = 1
  /** Called with each frame of the client. */
  onSend: (data: string) => void = () => {}
  private readonly answer: Answer
  private waiting: object[] = []

  constructor(answer: Answer) {
    this.answer = answer
  }

  send(data: string): void {
    this.onSend(data)
    const frames = this.answer(JSON.parse(data) as Record<string, unknown>)
    if (frames.length > 0 && this.waiting.length === 0) setImmediate(() => this.deliver())
    this.waiting.push(...frames)
  }

  close(): void {
    this.readyState = 3
  }

  /** Gives the client a frame of the server. */
  receive(frame: object): void {
    this.receiveText(JSON.stringify(frame))
  }

  receiveText(data: string): void {
    const listener = this.onmessage as ((event: { readonly data: string }) => void) | null
    listener?.({ data })
  }

  /** Delivers the answers that wait, at once. */
  deliver(): void {
    const frames = this.waiting
    this.waiting = []
    for (const frame of frames) this.receive(frame)
  }
}

/** Answers just what each protocol confirms, and keeps nothing. */
export const confirming: Answer = frame => {
  if ('setup' in frame) return [{ setupComplete: {} }]
  if (frame.type === 'session.update') return [{ type: 'session.updated' }]
  if (frame.type === 'conversation.item.create')
    return [{ type: 'conversation.item.added', item: frame.item }]
  if (frame.type === 'conversation.item.delete')
    return [{ type: 'conversation.item.deleted', item_id: frame.item_id }]
  return []
}

/** Lets all answers arrive. */
export const settled = async (): Promise<void> => {
  for (let round = 0; round < 4; round++) await new Promise(resolve => setImmediate(resolve))
}
