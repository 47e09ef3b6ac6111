// Answers the requests of official clients in place of the providers, and lets no other request leave this machine.
import { LLMock, MCPMock } from '@copilotkit/aimock'

const hosts: Readonly<Record<string, string>> = {
  'api.openai.com': '',
  'api.anthropic.com': '',
  'generativelanguage.googleapis.com': '',
  'api.deepseek.com': '/v1',
  'crm.example': '', // a server of MCP
}

/** Sends this process's requests to stand-ins for all providers, and sets API keys for the clients. */
export async function standInForProviders(): Promise<void> {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, logLevel: 'silent' })
  mock.on({}, { content: 'A short answer.' })
  mock.onEmbedding(/(?:)/, { embedding: [1, 0, 0] })
  const mcp = new MCPMock()
  for (const name of ['search', 'export']) mcp.addTool({ name, inputSchema: { type: 'object' } })
  mock.mount('/mcp', mcp)
  const url = await mock.start()
  for (const name of ['OPENAI', 'ANTHROPIC', 'GEMINI', 'GOOGLE_GENERATIVE_AI', 'DEEPSEEK'])
    process.env[`${name}_API_KEY`] = 'none'
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { hostname, pathname, search } = new URL(request.url)
    if (hostname === '127.0.0.1' || hostname === 'localhost') return fetch(request)
    const start = hosts[hostname]
    if (start === undefined) throw new TypeError(`samples reach no network, but one requests ${request.url}`)
    const { method, headers, signal } = request
    headers.set('connection', 'close') // a kept connection may end while a busy machine answers late
    const body = method === 'GET' ? {} : { body: await request.text() }
    const path = `${start}${pathname}`.replace(/^\/v1\/models\//, '/v1beta/models/') // the mock knows Gemini's by v1beta
    return fetch(`${url}${path}${search}`, { method, headers, signal, ...body })
  }
}
