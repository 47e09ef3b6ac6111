import { expect, test } from 'vitest'
import type { Part } from '../../ir/part.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { isReturned } from './said-again.ts'

const item = (type: string, payload: object): Part =>
  ({ kind: 'opaque', format: 'openai', type, payload }) as never

const image = (data: string): Part => ({
  kind: 'file',
  mediaType: 'image/png',
  source: { type: 'base64', data },
})

const returnedImage = (data: string): Part =>
  item('message', {
    role: 'user',
    content: [{ type: 'input_image', image_url: `data:image/png;base64,${data}` }],
  })

/** Whether a message is returned by a compaction of OpenAI: unit 0 is the message, unit 1 the compaction. */
function isReturnedBy(message: readonly Part[], output: readonly Part[]): boolean {
  const events = [message, [...output, item('compaction', { encrypted_content: 'sealed' })]]
  const session = {
    units: {
      isHidden: (unit: number) => unit === 1,
      rows: {
        covers: { unitShownAt: (unit: number) => unit },
        ownKindOf: () => 'user',
        unit: (seq: number) => ({ spans: [{ seq, from: 0, to: events[seq]?.length }] }),
      },
    },
    event: (seq: number) => ({ parts: events[seq] }),
  }
  return isReturned(session as unknown as SessionView, { holder: 1, from: 1 }, 0)
}

test('an image is returned only if its own data came back', () => {
  expect(isReturnedBy([image('bmV3')], [returnedImage('bmV3')])).toBe(true)
  expect(isReturnedBy([image('bmV3')], [returnedImage('b2xk')])).toBe(false)
})

test('a file with an address is returned with this address', () => {
  const url = 'https://example.com/a.png'
  const part: Part = { kind: 'file', mediaType: 'image/png', source: { type: 'url', url } }
  const returned = item('message', { role: 'user', content: [{ type: 'input_image', image_url: url }] })
  expect(isReturnedBy([part], [returned])).toBe(true)
  expect(isReturnedBy([part], [returnedImage('b2xk')])).toBe(false)
})

test('an item of the provider is returned if all of its texts came back', () => {
  const part = item('input_file', { type: 'input_file', file_id: 'file_1' })
  const returned = (id: string) =>
    item('message', { role: 'user', content: [{ type: 'input_file', file_id: id }] })
  expect(isReturnedBy([part], [returned('file_1')])).toBe(true)
  expect(isReturnedBy([part], [returned('file_2')])).toBe(false)
})
