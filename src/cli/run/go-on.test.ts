import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { continueCommand } from './go-on.ts'

test('the command that goes on has the options of the one before', () => {
  const given = {
    ...{ store: 'a b.db', user: 'ada', model: 'scripted', modelRows: 'rows.json' },
    ...{ allowImport: true, message: 'Hi' },
  }
  expect(continueCommand('app.ts', 'order-7', given, '--approve', '1.0')).toBe(
    "ctxc run app.ts --session order-7 --allow-import --store 'a b.db' --user ada --model scripted --model-rows rows.json --approve 1.0",
  )
})

test('a shell reads each word back', () => {
  const words = ["a'b", '$(touch x)', '`x`', 'a;b', '-x', 'ü', '*']
  const command = continueCommand('f', 's', {}, ...words)
  const read = execFileSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' })
  expect(read.trimEnd().split('\n').slice(-words.length)).toEqual(words)
})

test('control characters of an id are not printed', () => {
  expect(continueCommand('f', 'a\u001b[2J\nb', {})).toBe("ctxc run f --session 'a·[2J b'")
})
