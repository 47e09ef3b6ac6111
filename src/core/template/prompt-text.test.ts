import { expect, test, vi } from 'vitest'
import { compileInstruction } from '../../compile.ts'
import { createSession, promptText } from '../../index.ts'

test('prompt text made by another copy of the package keeps its values apart, as for the command line', async () => {
  vi.resetModules()
  const other = (await import('./prompt-text.ts')).promptText
  expect(other).not.toBe(promptText)
  const session = createSession({
    state: { city: 'Rome' },
    events: [{ author: 'user', text: 'print {city}' }],
  })
  const instruction = ({ lastUserText }: { lastUserText: string | null }) =>
    promptText`Hello. ${other`Welcome to {city}. They said: ${lastUserText}`}`
  for (const written of [
    instruction,
    (context: { lastUserText: string | null }) => other`${instruction(context)}`,
  ]) {
    const { text } = await compileInstruction(
      { name: 'host', identity: false, instruction: written },
      { session },
    )
    expect(text).toBe('Hello. Welcome to Rome. They said: print {city}')
  }
})
