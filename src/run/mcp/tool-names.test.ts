import { expect, test } from 'vitest'
import { nameTools } from './tool-names.ts'

test('tools of different servers never share a name', () => {
  const named = [
    ['a', 'b__c'],
    ['a__b', 'c'],
    ['my files', 'x'],
    ['my_files', 'x'],
    ['\u6587\u4ef6', 'x'],
    ['\u90ae\u4ef6', 'x'],
  ].flatMap(([server = '', tool = '']) => nameTools(server, [tool]))
  expect(new Set(named).size).toBe(named.length)
  for (const name of named) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  expect(nameTools('files', ['read'])).toEqual(['files__read'])
})

test('a tool cannot take the name that another one was given', () => {
  const [given = ''] = nameTools('s', ['a b'])
  const both = nameTools('s', ['a b', given.slice('s__'.length)])
  expect(new Set(both).size).toBe(2)
  expect(both[0]).toBe(given)
})
