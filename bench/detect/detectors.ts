import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findPii, findSecrets, piiKinds } from '../../dist/protect.js'
import type { Find, Hit } from '../../scripts/detect/score.ts'
import { importPeer } from '../library/import-peer.ts'

/** Detector beside its peers. */
export interface Detector {
  readonly name: string
  readonly secrets?: Find
  readonly pii?: Find
  /** Most megabytes of recorded runs that it is given, because it is slow. */
  readonly most: number
}

const preset = '@secretlint/secretlint-rule-preset-recommend'

async function secretlint(): Promise<Detector> {
  const { lintSource } = await importPeer('@secretlint/core')
  const { creator } = await importPeer(preset)
  const config = { rules: [{ id: preset, rule: creator, options: {} }] }
  return {
    name: 'secretlint 13.0.7 preset-recommend',
    most: 20,
    secrets: async content => {
      const source = { filePath: '/text.txt', content, contentType: 'text' }
      const { messages } = await lintSource({ source, options: { config } })
      return messages.map(({ range, ruleId }: { range: [number, number]; ruleId: string }) => ({
        start: range[0],
        end: range[1],
        kind: ruleId.split('-').at(-1) ?? '',
      }))
    },
  }
}

/** Rule of gitleaks as a regular expression. */
const gitleaksRule = /^\s*regex = '''(.*)'''$/gm

/** The only rules of gitleaks that an npm package holds: 30 of 2020; today's file has 222. */
function gitleaks(): Detector {
  const file = createRequire(import.meta.url).resolve('gitleaks/.gitleaks.toml')
  const rules = [...readFileSync(file, 'utf8').matchAll(gitleaksRule)].map(([, source = '']) => {
    const isFolded = source.startsWith('(?i)')
    return new RegExp(source.replaceAll(/\(\?-?i\)/g, ''), isFolded ? 'gi' : 'g')
  })
  return {
    name: `gitleaks 1.0.0 of npm (${rules.length} rules of 2020)`,
    most: 20,
    secrets: text =>
      rules.flatMap(rule =>
        [...text.matchAll(rule)].map(({ index, 0: found }) => ({
          start: index,
          end: index + found.length,
          kind: 'gitleaks',
        })),
      ),
  }
}

async function openredaction(): Promise<Detector> {
  const { OpenRedaction } = await importPeer('openredaction')
  const redactor = new OpenRedaction()
  const find: Find = async text => {
    const { detections } = await redactor.detect(text)
    return detections.map(({ position, type }: { position: [number, number]; type: string }) => ({
      start: position[0],
      end: position[1],
      kind: type,
    }))
  }
  return { name: 'openredaction 1.1.5', most: 0.3, secrets: find, pii: find }
}

async function redactpii(): Promise<Detector> {
  const { Redactor } = await importPeer('@redactpii/node')
  const redactor = new Redactor({
    rules: { CREDIT_CARD: true, EMAIL: true, NAME: true, PHONE: true, SSN: true },
  })
  return { name: '@redactpii/node 1.0.17', most: 20, pii: text => replaced(text, redactor.redact(text)) }
}

async function redactPii(): Promise<Detector> {
  const { SyncRedactor } = (await importPeer('redact-pii')).default
  const redactor = new SyncRedactor()
  return { name: 'redact-pii 3.4.0', most: 20, pii: text => replaced(text, redactor.redact(text)) }
}

/** Characters that must be equal for two places to be taken for the same. */
const anchor = 12

/** Returns the ranges that a library replaced, of which it gives only the text after: near, not exact. */
function replaced(before: string, after: string): Hit[] {
  const hits: Hit[] = []
  let from = 0
  let to = 0
  while (from < before.length && to < after.length) {
    if (before[from] === after[to]) {
      from++
      to++
      continue
    }
    const mark = after.slice(to).match(/^[\w<[{-]*?[A-Z_]{2,}[A-Z_0-9]*[\]>}]?/)?.[0] ?? after[to] ?? ''
    const rest = after.slice(to + mark.length, to + mark.length + anchor)
    const next = rest === '' ? before.length : before.indexOf(rest, from)
    if (next < 0) return [...hits, { start: from, end: before.length, kind: mark }]
    hits.push({ start: from, end: next, kind: mark })
    from = next
    to += mark.length
  }
  return hits
}

/** Loads ours and every peer that is installed; names the others. */
export async function loadDetectors(): Promise<Detector[]> {
  const ours: Detector = {
    name: 'ours',
    most: 20,
    secrets: findSecrets,
    pii: text => findPii(text, piiKinds),
  }
  const loaded: Detector[] = [ours]
  for (const load of [secretlint, gitleaks, openredaction, redactpii, redactPii])
    try {
      loaded.push(await load())
    } catch (error) {
      console.error(`${load.name} is left out: ${error instanceof Error ? error.message : error}`)
    }
  return loaded
}
