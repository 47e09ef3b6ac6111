// The page: `useChat` with its default transport; approvals, a stop button, and a reload in the middle of an answer.
import { useChat } from '@ai-sdk/react'
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const id = new URL(location.href).searchParams.get('chat') ?? 'demo'

interface Part {
  readonly type: string
  readonly text?: string
  readonly state?: string
  readonly input?: unknown
  readonly approval?: { readonly id: string }
  readonly data?: { readonly ids: readonly string[] }
}

/** Call of an earlier message that has ended. */
interface Ended {
  readonly toolCallId: string
}

/** Returns messages with a call that has ended. */
const withEnded = (messages: UIMessage[], ended: Ended): UIMessage[] =>
  messages.map(message => ({
    ...message,
    parts: message.parts.map(part =>
      'toolCallId' in part && part.toolCallId === ended.toolCallId ? { ...part, ...ended } : part,
    ) as UIMessage['parts'],
  }))

const load = async (): Promise<UIMessage[]> => (await (await fetch(`/api/chat/${id}`)).json()).messages

function Chat({ first }: { readonly first: UIMessage[] }) {
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const chat = useChat({
    ...{ id, messages: first, resume: true },
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onData: ({ type, data }) => {
      if (type === 'data-call') chat.setMessages(messages => withEnded(messages, data as Ended))
    },
  })
  const { messages, sendMessage, regenerate, status, addToolApprovalResponse } = chat
  // To leave the page stops nothing; the button does.
  const stop = async () => {
    await fetch(`/api/chat/${id}/stop`, { method: 'POST' })
    // Without an answer in progress, the page gets no message about the end of its calls.
    if (status === 'ready') chat.setMessages(await load())
  }
  const decide = (approval: string, approved: boolean) => () =>
    addToolApprovalResponse({ id: approval, approved })
  const shown = (part: Part, index: number) => {
    if (part.type === 'text') return <p key={index}>{part.text}</p>
    if (!part.type.startsWith('tool-')) return null
    return (
      <div key={index} className="tool" data-state={part.state}>
        {part.type.slice('tool-'.length)}: {part.state}
        {part.state === 'approval-requested' && part.approval && (
          <>
            <pre>{JSON.stringify(part.input)}</pre>
            <button type="button" onClick={decide(part.approval.id, true)}>
              Approve
            </button>
            <button type="button" onClick={decide(part.approval.id, false)}>
              Deny
            </button>
          </>
        )}
      </div>
    )
  }
  return (
    <main>
      <div id="status">{status}</div>
      {messages.map(message => (
        <section key={message.id} className={message.role}>
          {(message.parts as readonly Part[]).map(shown)}
          {message.role === 'user' ? (
            <button type="button" onClick={() => setEdited(message.id)}>
              Edit
            </button>
          ) : (
            <button type="button" onClick={() => void regenerate({ messageId: message.id })}>
              Again
            </button>
          )}
        </section>
      ))}
      <form
        onSubmit={event => {
          event.preventDefault()
          void sendMessage({ text, ...(edited !== null && { messageId: edited }) })
          setText('')
          setEdited(null)
        }}
      >
        <input aria-label="Message" value={text} onChange={event => setText(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </main>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Chat first={await load()} />)
