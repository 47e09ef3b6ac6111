// The page: `useChat` with its default transport; approvals, a form that answers a call, versions, a stop button, and a
// reload in the middle of an answer.
import { useChat } from '@ai-sdk/react'
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  type UIMessage,
} from 'ai'
import type { ChatVersions } from 'ctxc/chat'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const id = new URL(location.href).searchParams.get('chat') ?? 'demo'

interface Part {
  readonly type: string
  readonly text?: string
  readonly state?: string
  readonly toolCallId?: string
  readonly input?: unknown
  readonly toolMetadata?: { readonly ctxc?: { readonly waitsFor?: string } }
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

interface Loaded {
  readonly messages: UIMessage[]
  readonly versions: ChatVersions
}

/** Loads a version of the chat, or the current one. */
const load = async (version?: number): Promise<Loaded> =>
  (await fetch(`/api/chat/${id}${version === undefined ? '' : `?version=${version}`}`)).json()

function Chat({ first }: { readonly first: Loaded }) {
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<string | null>(null)
  const [versions, setVersions] = useState(first.versions)
  /** Version that the page shows; undefined for the current one. */
  const [version, setVersion] = useState<number | undefined>()
  const chat = useChat({
    ...{ id, messages: first.messages, resume: true },
    sendAutomaticallyWhen: given =>
      lastAssistantMessageIsCompleteWithApprovalResponses(given) ||
      lastAssistantMessageIsCompleteWithToolCalls(given),
    onFinish: async () => setVersions((await load()).versions),
    onData: ({ type, data }) => {
      if (type === 'data-call') chat.setMessages(messages => withEnded(messages, data as Ended))
    },
  })
  const { messages, sendMessage, regenerate, status, addToolApprovalResponse, addToolOutput } = chat
  // To leave the page stops nothing; the button does.
  const stop = async () => {
    await fetch(`/api/chat/${id}/stop`, { method: 'POST' })
    // Without an answer in progress, the page gets no message about the end of its calls.
    if (status === 'ready') chat.setMessages((await load()).messages)
  }
  const decide = (approval: string, approved: boolean) => () =>
    addToolApprovalResponse({ id: approval, approved })
  const approveFor = (approval: string, city: string) =>
    addToolApprovalResponse({
      ...{ id: approval, approved: true },
      options: { body: { arguments: { [approval]: { city } } } },
    })
  const show = async (revision: number) => {
    const loaded = await load(revision)
    chat.setMessages(loaded.messages)
    setVersions(loaded.versions)
    setVersion(revision)
  }
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
            <Field label="Other city" send={city => void approveFor(part.approval?.id ?? '', city)} />
            <button type="button" onClick={decide(part.approval.id, false)}>
              Deny
            </button>
          </>
        )}
        {part.state === 'input-available' && part.toolMetadata?.ctxc?.waitsFor === 'answer' && (
          <Field
            label="Seat"
            send={seat =>
              void addToolOutput({
                tool: part.type.slice('tool-'.length),
                toolCallId: part.toolCallId ?? '',
                output: { seat },
              })
            }
          />
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
            <button
              type="button"
              onClick={() => void regenerate({ messageId: message.id, body: { version } })}
            >
              Again
            </button>
          )}
          {versions[message.id]?.map(({ revision, isShown }, index) => (
            <button
              key={revision}
              type="button"
              disabled={isShown}
              aria-label={`Version ${index + 1}`}
              onClick={() => void show(revision)}
            />
          ))}
        </section>
      ))}
      <form
        onSubmit={event => {
          event.preventDefault()
          void sendMessage({ text, ...(edited !== null && { messageId: edited }) }, { body: { version } })
          setText('')
          setEdited(null)
          setVersion(undefined)
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

/** An input with a button that sends its text. */
function Field({ label, send }: { readonly label: string; readonly send: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <>
      <input aria-label={label} value={text} onChange={event => setText(event.target.value)} />
      <button type="button" onClick={() => send(text)}>
        {label}
      </button>
    </>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(<Chat first={await load()} />)
