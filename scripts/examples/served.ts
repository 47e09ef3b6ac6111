import { spawn } from 'node:child_process'

/** Time limits in milliseconds: for a server to print its address, and for a page to arrive. */
const patience = 60_000

/**
 * Starts a server's file, requests its page and the page's scripts, and stops it. Returns a description of its faults;
 * empty if there are none.
 */
export async function problemOfServer(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const server = spawn(process.execPath, [file], { env: { ...env, PORT: '0' } })
  let said = ''
  let errors = ''
  server.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const address = new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [url] = /http:\/\/\S+(?=\s)/.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
    server.on('exit', () => reject(new Error('it ended before it printed an address')))
    setTimeout(() => reject(new Error('it printed no address')), patience).unref()
  })
  try {
    const url = await address
    const page = await pageAt(url)
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path)
    if (scripts.length === 0) return `${url} is a page without a script:\n${page}`
    for (const path of scripts) await pageAt(new URL(path, url).href)
    return ''
  } catch (error) {
    return `${String(error)}\n${said}${errors}`
  } finally {
    server.kill()
  }
}

/** Returns the content at an address. Rejects for an error or an empty answer. */
async function pageAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience) })
  const text = await response.text()
  if (!response.ok || text === '') throw new Error(`${url} answered with ${response.status}`)
  return text
}
