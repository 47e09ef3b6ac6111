import { expect, test } from 'vitest'
import { findPii } from '../find.ts'
import { isLuhn, mod97 } from './checksums.ts'
import { type PiiKind, piiKinds } from './pii-rules.ts'

const found = (text: string, kinds: readonly PiiKind[] = piiKinds): string[] =>
  findPii(text, kinds).map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`)

test.each([
  ['write to ann.b+c@mail.example.org.', 'email ann.b+c@mail.example.org'],
  ['card 4111 1111 1111 1111, thanks', 'card 4111 1111 1111 1111'],
  ['card 378282246310005', 'card 378282246310005'],
  ['IBAN DE89 3704 0044 0532 0130 00 please', 'iban DE89 3704 0044 0532 0130 00'],
  ['GB82WEST12345698765432', 'iban GB82WEST12345698765432'],
  ['her SSN is 219-09-9999.', 'ssn 219-09-9999'],
  ['ssn: 219099999', 'ssn 219099999'],
  ['from 203.0.113.7:80', 'ip 203.0.113.7'],
  ['from 2001:db8::ff00:42:8329.', 'ip 2001:db8::ff00:42:8329'],
  ['Peer ::ffff:192.0.2.77 connected.', 'ip ::ffff:192.0.2.77'],
  ['by 64:ff9b::192.0.2.77.', 'ip 64:ff9b::192.0.2.77'],
  ['at [2001:db8::192.168.1.1]:80', 'ip 2001:db8::192.168.1.1'],
  ['1:2:3:4:5:6:192.168.1.1', 'ip 1:2:3:4:5:6:192.168.1.1'],
  ['through fe80::1%eth0.', 'ip fe80::1%eth0'],
  ['http://[fe80::1%25en1-2]/', 'ip fe80::1%25en1-2'],
  ['call me at 030 1234567', 'phone 030 1234567'],
  ['+49 (0)30 123456-78', 'phone +49 (0)30 123456-78'],
  ['(212) 555-0142 x12', 'phone (212) 555-0142 x12'],
  ['Fax: 555-0142', 'phone 555-0142'],
])('a value is found: %s', (text, expected) => {
  expect(found(text)).toEqual([expected])
})

test.each([
  'icon@2x.png and @decorator and a@b',
  'card 4111 1111 1111 1112',
  'order 1234567890123456',
  'DE89 3704 0044 0532 0130 01',
  '666-12-3456 and 219-00-9999 and 900-12-3456',
  'version 1.2.3.4 and 127.0.0.1 and 1.2.3.4.5 and 256.1.1.1',
  'std::vector and 12:30:45 and aa:bb:cc:dd:ee:ff and ::1',
  '2026-11-26 10:20:30',
  'call_79174771',
  'line 1234567 of 7654321',
  'x = 3.14159265',
])('a near miss is not found: %s', text => {
  expect(found(text)).toEqual([])
})

test('only the wanted kinds are found', () => {
  const text = 'a@mail.test 4111111111111111'
  expect(found(text, ['card'])).toEqual(['card 4111111111111111'])
  expect(found(text, [])).toEqual([])
})

test('checksums follow their standards', () => {
  expect(isLuhn('79927398713')).toBe(true)
  expect(isLuhn('79927398710')).toBe(false)
  expect(mod97('3214282912345698765432161182')).toBe(1)
})
