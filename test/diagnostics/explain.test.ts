import { expect, test } from 'vitest'
import { codes, elsewhere, runPage } from './page-samples.ts'

test.each(codes.filter(code => code !== elsewhere))(
  '%s: the first example raises the code, and the second does not',
  async code => {
    const { failing, fixed } = await runPage(code)
    expect(failing.map(diagnostic => diagnostic.code)).toContain(code)
    // The fix causes no other fault.
    const others = fixed.map(diagnostic => diagnostic.code)
    expect(others.filter(other => other === code || /^CX(3002|4001|7014)$/.test(other))).toEqual([])
  },
)
