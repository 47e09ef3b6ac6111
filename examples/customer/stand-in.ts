// Replaces the model: a strict fake of the Responses API. It answers only from the request, so it can write no address that it was not sent.
import { type ServedProvider, serveProvider } from 'ctxc/testing'

interface Item {
  readonly type?: string
  readonly role?: string
  readonly content?: string | readonly { readonly text?: string }[]
}

/** Starts the server. Its `requests` are all requests that left the process. */
export const startStandIn = (): Promise<ServedProvider> =>
  serveProvider('openai', request => {
    const input = request.input as readonly Item[]
    const asked = input.findLastIndex(item => item.role === 'user' && !textOf(item).startsWith('<context:'))
    const question = textOf(input[asked] as Item)
    const all = input.map(textOf).join('\n')
    const [to = 'nobody'] = /\[secret:email:\d+\]/.exec(all) ?? []
    if (/receipt/.test(question))
      return input.slice(asked).some(({ type }) => type === 'function_call_output')
        ? `I sent it to ${to}.`
        : { calls: [{ name: 'send_email', arguments: { to, text: 'Your receipt.' } }] }
    if (/Which address/.test(question)) return `It went to ${to}.`
    return /screen reader/.test(all) ? 'In plain text, for your screen reader.' : 'I do not know.'
  })

const textOf = ({ content = '' }: Item): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
