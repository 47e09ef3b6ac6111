import fc from 'fast-check'

/** Parts of texts that rules look at, in pieces so that no scanner finds a secret in this file. */
const parts: readonly string[] = [
  ...[
    'password',
    'token',
    'api_key',
    'clientSecret',
    'KEY',
    'Authorization',
    'secret',
    'phone',
    'ssn',
    'is ',
  ],
  ...[
    ': ',
    '=',
    ' = ',
    ':',
    ' ',
    '\n',
    '"',
    "'",
    '\\"',
    '\\n',
    '-',
    '.',
    ', ',
    ')',
    '(',
    '{',
    '}',
    '&',
    '@',
    '://',
  ],
  ...[
    'gh',
    'p_',
    'sk-',
    'AKIA',
    'eyJ',
    'xoxb-',
    '-----BEGIN ',
    'PRIVATE KEY-----',
    '-----END ',
    'SG.',
    'npm_',
  ],
  ...['q7RkV2mXw9TzL4', 'bJc5NfD8hGp3Ys', 'Tr0ub4dor&3x', 'abcdef0123456789', 'changeme', 'xxxx', '${X}'],
  ...['postgres', 'https', 'me:pw1x@host', 'a@b.test', '4111 1111 1111 1111', '219-09-9999', '+49 30 123456'],
  ...[
    '203.0.113.7',
    '2001:db8::',
    'ff00:42',
    'DE89 3704 0044 0532 0130 00',
    'é',
    '漢字',
    '😀',
    '\ud83d',
    '\udc00',
  ],
]

/** Texts that rules find much in: parts of them, and any characters. */
export const texts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...parts) },
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
    {
      maxLength: 24,
    },
  )
  .map(some => some.join(''))

/** Literals as they may be registered. */
export const literals: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...parts.filter(part => part.length > 3)),
  fc.string({ unit: 'grapheme', minLength: 4, maxLength: 24 }),
)
