import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Answer of a deployment: whether tokens were counted exactly, and the codes of the diagnostics. */
export interface Answer {
  readonly text: string
  readonly exact: boolean
  readonly codes: readonly string[]
}

/** Returns an unused port of the loopback interface. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a process in a folder, without this checkout's environment variables, and ends the process after `use`. */
async function during<Used>(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
  use: (child: ChildProcess, said: () => string) => Promise<Used>,
): Promise<Used> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', data => {
      output += String(data)
    })
  try {
    return await use(child, () => output)
  } finally {
    if (child.exitCode === null) {
      child.kill()
      await once(child, 'exit')
    }
  }
}

const longest = 30_000

/** Starts a server, and returns its answer at each path. */
export async function askServer(folder: string, file: string, paths: readonly string[]): Promise<Answer[]> {
  const port = await freePort()
  return during(folder, [file], { PORT: String(port), HOSTNAME: '127.0.0.1' }, async (child, said) => {
    const until = performance.now() + longest
    const answers: Answer[] = []
    for (const path of paths) {
      const response = await reach(`http://127.0.0.1:${port}${path}`, () => {
        if (child.exitCode !== null || performance.now() > until) throw new Error(`no server: ${said()}`)
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}\n${said()}`)
      answers.push(JSON.parse(text) as Answer)
    }
    return answers
  })
}

/** Sends requests until a server listens; `orThrow` throws if the server can no longer start. */
async function reach(url: string, orThrow: () => void): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response !== null) return response
    orThrow()
    await pause(100)
  }
}

/** Runs a handler of AWS Lambda in the event loop of its runtime, and returns the handler's answer to one event. */
export async function askHandler(folder: string, file: string): Promise<Answer> {
  let answered: (body: string) => void = () => {}
  const answer = new Promise<string>(resolve => {
    answered = resolve
  })
  let asked = 0
  // API of the Lambda runtime. The second request for an event waits, as if there were no further calls.
  const api = createServer((request, response) => {
    if (request.method === 'GET') {
      if (asked++ === 0) response.writeHead(200, { 'lambda-runtime-aws-request-id': '1' }).end('{}')
      return
    }
    let body = ''
    request.on('data', data => {
      body += String(data)
    })
    request.on('end', () => {
      response.writeHead(202).end()
      answered(body)
    })
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  const { port } = api.address() as AddressInfo
  const env = { AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}` }
  const loop = join(import.meta.dirname, 'lambda.mjs')
  try {
    return await during(folder, [loop, join(folder, file)], env, async (child, said) => {
      const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the runtime ended: ${said()}`)))
      const posted = JSON.parse(await Promise.race([answer, ended])) as { readonly body?: string }
      if (posted.body === undefined) throw new Error(`the handler failed: ${JSON.stringify(posted)}`)
      return JSON.parse(posted.body) as Answer
    })
  } finally {
    api.closeAllConnections()
    api.close()
  }
}
