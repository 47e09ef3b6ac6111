import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Key and certificate for a server on 127.0.0.1. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Makes a certificate for 127.0.0.1. Returns undefined if there is no `openssl`. */
export function certificate(): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const files = ['-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', ...kind, ...files, ...subject], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
