import { describe, expect, test } from 'vitest'
import { createDetectWalk } from '../../src/core/protect/detect/detector.ts'
import { piiKinds } from '../../src/core/protect/detect/pii/pii-rules.ts'
import { DetectStream } from '../../src/core/protect/literals/stream.ts'

const wanted = { secrets: true, pii: piiKinds }

/** Units that make a backtracking engine slow, or that begin a rule again and again. */
const units = [
  ['gh', 'p_'].join(''),
  'sk-',
  'key=key=',
  'password=',
  'token token ',
  'a.a.a.',
  'Zm9vYmFyQUJD',
  ['-----BEGIN RSA PRIV', 'ATE KEY-----\n'].join(''),
  ['-----BEGIN PRIV', 'ATE KEY-----'].join(''),
  'eyJ',
  'eyJhbGciOi.',
  'https://a:',
  'postgres://u:p@',
  '"\\"\'`',
  'secret="',
  'secret: {"secret": "',
  '.atlasv1.',
  'access_key_',
  '4111-',
  '1234 ',
  '+1 ',
  'a@a.',
  'ab:',
  'DE12 ',
  ' -u a:',
]

/** Returns the steps over a text of a length. */
function steps(unit: string, length: number): number {
  const walk = createDetectWalk(wanted)
  walk.reader.append(unit.repeat(Math.ceil(length / unit.length)))
  walk.run([])
  return walk.reader.steps
}

/** Returns the most characters that a stream of small chunks holds back, and its steps. */
function streamed(unit: string, length: number): { held: number; steps: number } {
  const stream = new DetectStream(wanted)
  const text = unit.repeat(Math.ceil(length / unit.length))
  let held = 0
  for (let at = 0; at < text.length; at += 37) {
    stream.push(text.slice(at, at + 37))
    held = Math.max(held, stream.held)
  }
  stream.end()
  return { held, steps: stream.steps }
}

describe.each(units)('the unit %j', unit => {
  test('four times the text takes four times the steps', () => {
    expect(steps(unit, 160_000) / steps(unit, 40_000)).toBeLessThanOrEqual(4.2)
    expect(steps(unit, 160_000) / 160_000).toBeLessThan(200)
  })

  test('a stream holds back a bounded part, at a bounded cost', () => {
    const { held, steps } = streamed(unit, 60_000)
    expect(held).toBeLessThan(40_000)
    expect(steps / 60_000).toBeLessThan(400)
  })
})
