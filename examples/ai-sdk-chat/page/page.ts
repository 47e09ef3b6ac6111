// The page, without a framework. With React, `useChat` of `@ai-sdk/react` works with the same server.
import { DefaultChatTransport, generateId, readUIMessageStream } from 'ai'
import type { ChatMessage } from '../chat.ts'

const id = new URL(location.href).searchParams.get('chat') ?? 'demo'
const api = `/api/chat/${encodeURIComponent(id)}`
const transport = new DefaultChatTransport<ChatMessage>({
  api,
  // The server has the history, so only the new text is posted.
  prepareSendMessagesRequest: ({ messages }) => ({ body: { text: textOf(messages.at(-1)) } }),
})

const list = document.querySelector('#messages') as HTMLElement
const status = document.querySelector('#status') as HTMLElement
const form = document.querySelector('form') as HTMLFormElement
const input = document.querySelector('input') as HTMLInputElement

let messages: ChatMessage[] = await load()
show()

form.onsubmit = async event => {
  event.preventDefault()
  const user: ChatMessage = { id: generateId(), role: 'user', parts: [{ type: 'text', text: input.value }] }
  input.value = ''
  form.inert = true
  const before = [...messages, user]
  try {
    const request = { chatId: id, messages: before, messageId: undefined, abortSignal: undefined }
    const stream = await transport.sendMessages({ trigger: 'submit-message', ...request })
    for await (const message of readUIMessageStream<ChatMessage>({ stream, terminateOnError: true })) {
      messages = [...before, message]
      show()
    }
    // The server chose the ids of the messages.
    messages = await load()
    show()
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
  form.inert = false
  input.focus()
}

async function load(): Promise<ChatMessage[]> {
  return (await fetch(api)).json()
}

function show(): void {
  const sent = messages.findLast(({ metadata }) => metadata !== undefined)?.metadata
  list.replaceChildren(
    ...messages.map(message => {
      const item = document.createElement('li')
      item.dataset.role = message.role
      const isDropped = sent?.dropped.includes(message.id) === true
      if (isDropped) item.dataset.dropped = ''
      item.textContent = `${isDropped ? 'Not sent to the model:\n' : ''}${textOf(message)}`
      return item
    }),
  )
  if (sent === undefined) return
  const dropped = sent.dropped.length === 0 ? 'all messages' : `all but ${sent.dropped.length} messages`
  status.textContent = `The model saw ${dropped}: ${sent.tokens} of ${sent.limit} tokens.`
}

/** Returns a message as text, including its tool calls. */
function textOf(message: ChatMessage | undefined): string {
  const texts = (message?.parts ?? []).map(part => {
    if (part.type === 'text') return part.text
    if (part.type !== 'tool-weather' || !('input' in part)) return ''
    return `weather ${JSON.stringify(part.input)} ${part.state === 'output-available' ? JSON.stringify(part.output) : '…'}`
  })
  return texts.filter(text => text !== '').join('\n')
}
