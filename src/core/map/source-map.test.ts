import { expect, test } from 'vitest'
import { StringOrigins } from './origins.ts'
import { buildMap, originOf } from './source-map.ts'

test('a string gets the origin of its runs, its key, its container, or the root', () => {
  const origins = new StringOrigins()
  const block = origins.recordWhole({ type: 'text', text: '' }, 'e:1.0')
  block.text = origins.joinRuns(block, 'text', [
    ['<a>', 'c:fence'],
    ['hi', 'e:1.0'],
    ['', 'e:9.9'],
    ['</a>', 'c:fence'],
  ])
  const request = { model: 'm', list: [block], 'a/b~c': { input: { deep: ['x'] } } }
  origins.recordKey(request, 'model', 'd:model')
  origins.recordKey(request['a/b~c'], 'input', 'e:2.0')
  const map = buildMap(request, origins, 'c:request')
  expect(
    Object.fromEntries(
      map.map(({ pointer, segments }) => [
        pointer,
        segments.map(({ start, end, origin }) => `${start}-${end} ${origin}`),
      ]),
    ),
  ).toEqual({
    '/model': ['0-1 d:model'],
    '/list/0/type': ['0-4 e:1.0'],
    '/list/0/text': ['0-3 c:fence', '3-5 e:1.0', '5-9 c:fence'],
    '/a~1b~0c/input/deep/0': ['0-1 e:2.0'],
  })
  expect(originOf(map, '/list/0/text', 4)).toBe('e:1.0')
  expect(originOf(map, '/list/0/text', 9)).toBeUndefined()
  expect(originOf(map, '/nowhere', 0)).toBeUndefined()
})

test('an empty string has one empty segment', () => {
  const origins = new StringOrigins()
  const request = { text: 'x' }
  request.text = origins.joinRuns(request, 'text', [['', 'e:0.0']])
  expect(buildMap(request, origins, 'c:request')).toEqual([
    { pointer: '/text', segments: [{ start: 0, end: 0, origin: 'e:0.0' }] },
  ])
})

test('origins follow their objects when those are moved', () => {
  const origins = new StringOrigins()
  const block = origins.recordWhole({ text: 'x' }, 'e:4.0')
  expect(buildMap({ a: { b: [{ ...{ c: block } }] } }, origins, 'c:request')[0]?.segments[0]?.origin).toBe(
    'e:4.0',
  )
})
