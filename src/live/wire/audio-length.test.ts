import { expect, test } from 'vitest'
import { audioLength } from './audio-length.ts'

test.each([
  ['audio/pcm', 4_800, 100],
  ['audio/pcm;rate=24000', 4_800, 100],
  ['audio/pcm;rate=16000', 3_200, 100],
  ['audio/L16;codec=pcm;rate=24000', 4_800, 100],
  ['audio/pcmu', 800, 100],
  ['audio/pcma', 801, 100.125],
  ['audio/opus', 800, null],
])('%s of %i bytes has %s ms', (format, bytes, length) => {
  expect(audioLength(Buffer.alloc(bytes).toString('base64'), format)).toBe(length)
})
