import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type TargetName, targetNames } from '../../src/core/ir/target-name.ts'
import { fakeProvider } from '../../src/testing/fake/index.ts'

/** A rejection as it was recorded, or a documented one without a recorded text. */
interface Recording {
  readonly rule: string
  readonly error: {
    readonly status: 400 | 404
    readonly type: string
    readonly message: string | null
    readonly code?: string | null
  }
  readonly source: string
  readonly note?: string
  /** Requests accepted before. */
  readonly history?: readonly unknown[]
  /** Answers as the model made them. */
  readonly answers?: readonly unknown[]
  /** Models that made the signatures. */
  readonly producers?: { readonly [signature: string]: string }
  readonly request: unknown
  /** The same request with its one obvious correction. */
  readonly fixed: unknown
}

// The AI SDK is no wire: its providers send what the APIs refuse.
const targets = targetNames.filter(target => target !== 'ai-sdk')

const read = (target: TargetName): readonly (readonly [string, Recording])[] => {
  const folder = new URL(`.//${target}/`, import.meta.url)
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => {
      const recording = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recording
      return [name.replace('.json', ''), recording]
    })
}

// Ids, names, paths and numbers differ between a recording and its minimal request.
const skeleton = (message: string): string =>
  message
    .replaceAll(/^(?:messages|tools|output_config|output_format)[.\w]*: /g, 'PATH: ')
    .replaceAll(/(?:toolu|call|rs|fc|msg)_\w*(?:\.{3})?/g, 'ID')
    .replaceAll(/\bgpt-[\w.-]+/g, 'MODEL')
    .replaceAll(/context=\([^)]*\)/g, 'CONTEXT')
    .replaceAll(/'[^']*'/g, 'NAME')
    .replaceAll(/but found `\w+`/g, 'but found TYPE')
    .replaceAll(/https:\S+/g, 'URL')
    .replaceAll(/\d+/g, 'N')

describe.each(targets)('%s', target => {
  test.each(read(target))('%s', (_name, recording) => {
    const { rule, error, source, note, history = [], answers = [], producers, request, fixed } = recording
    const make = () =>
      fakeProvider(target, {
        bound: history,
        answers,
        ...(producers === undefined ? {} : { producerOf: (signature: string) => producers[signature] }),
      })
    const answer = make().send(request)
    expect(answer).toMatchObject({ status: 400, rule, error: { type: error.type } })
    const rules = new Set(make().violations(request).map(violation => violation.rule))
    expect([...rules], 'breaks just this rule').toEqual([rule])
    if (error.message === null) expect(note, 'says why no text is known').toBeTruthy()
    else if (answer.status === 400) expect(skeleton(answer.error.message)).toBe(skeleton(error.message))
    if (error.code !== undefined && answer.status === 400) expect(answer.error.code).toBe(error.code)
    expect(source).toBeTruthy()
    expect(make().violations(fixed)).toEqual([])
  })
})
