import { expect, test } from 'vitest'
import { anthropicFormat } from './anthropic.ts'
import { geminiFormat } from './gemini.ts'
import { responsesFormat } from './responses.ts'
import { checkSame } from './same.ts'

test.each([anthropicFormat, responsesFormat, geminiFormat])(
  'what is read from $target is sent to it, every piece in its place with every field (O1, O5)',
  async format => {
    await expect(checkSame(format)).resolves.toBeUndefined()
  },
  600_000,
)
