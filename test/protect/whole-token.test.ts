import { expect, test } from 'vitest'
import { findPii, findSecrets } from '../../src/core/protect/detect/find.ts'

const pieces = ['Tr0ub4dor', 'xK9#mP2$vL7@qR4'].join('')
const bot = ['MTk4NjIyNDgzNDcxOTI1MjQ4', 'Cl2FMQ', 'ZnCjm1XVW7vRze4b7Cq4se7kKWs'].join('.')
/** Values by kind, with signs of their own at the beginning or the end. */
const values: readonly (readonly [text: string, value: string])[] = [
  ...[
    '::ffff:192.0.2.77',
    '64:ff9b::192.0.2.77',
    'fe80::1%eth0',
    '2001:db8::ff00:42:8329',
    '203.0.113.7',
  ].map(ip => [`Peer ${ip}`, ip] as const),
  ...['', '!', '!!'].map(end => [`DB_PASSWORD=${pieces}${end}`, pieces + end] as const),
  [`passwd: ${pieces}!`, `${pieces}!`],
  [`mail ann.b+c@mail.example.org`, 'ann.b+c@mail.example.org'],
  [`bot ${bot}`, bot],
]

test.each(values)('a find ends where its token ends: %s', (text, value) => {
  for (const after of ['', ' and more', '\n', '" }', "', x"]) {
    const whole = text + after
    const found = [...findSecrets(whole), ...findPii(whole, ['email', 'ip'])]
    const ends = found.filter(({ start }) => start === text.indexOf(value)).map(({ end }) => end)
    expect(Math.max(...ends), whole).toBe(text.length)
  }
})
