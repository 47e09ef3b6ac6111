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

function Chat({ first }: { readonly first: UIMessage[] }) {
  const [text, setText] = useState('')
  const { messages, sendMessage, status, addToolApprovalResponse } = useChat({
    ...{ id, messages: first, resume: true },
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  })
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
        </section>
      ))}
      <form
        onSubmit={event => {
          event.preventDefault()
          void sendMessage({ text })
          setText('')
        }}
      >
        <input aria-label="Message" value={text} onChange={event => setText(event.target.value)} />
        <button type="submit">Send</button>
        {/* To leave the page stops nothing; the button does. */}
        <button type="button" onClick={() => fetch(`/api/chat/${id}/stop`, { method: 'POST' })}>
          Stop
        </button>
      </form>
    </main>
  )
}

const { messages } = await (await fetch(`/api/chat/${id}`)).json()
createRoot(document.querySelector('#root') as HTMLElement).render(<Chat first={messages} />)
