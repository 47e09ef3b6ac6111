import { expect, test } from 'vitest'
import { anthropicFormat } from './anthropic.ts'
import { geminiFormat } from './gemini.ts'
import { responsesFormat } from './responses.ts'
import { checkSame } from './same.ts'

test.each([anthropicFormat, responsesFormat, geminiFormat])(
  'messages read from $target are sent back with every piece in its place and every field (O1, O5)',
  async format => {
    await expect(checkSame(format)).resolves.toBeUndefined()
  },
  600_000,
)
