import { expect, test } from 'vitest'
import { readBudget } from '../../agent/read-budget.ts'
import { answerReserve, inputLimit } from './token-limit.ts'

test('a number is read as the input budget', () => {
  expect(readBudget(16_000)).toEqual({
    input: 16_000,
    output: null,
    low: 0.5,
    aim: null,
    staysBelowStep: false,
  })
  expect(readBudget({ output: 2_000 })).toEqual({
    input: null,
    output: 2_000,
    low: 0.5,
    aim: null,
    staysBelowStep: false,
  })
  expect(readBudget(undefined)).toEqual({
    input: null,
    output: null,
    low: 0.5,
    aim: null,
    staysBelowStep: false,
  })
  expect(readBudget({ input: 1_000, low: 0.9 })).toEqual({
    input: 1_000,
    output: null,
    low: 0.9,
    aim: null,
    staysBelowStep: false,
  })
})

test('an invalid number of tokens is a TypeError', () => {
  for (const wrong of [-1, Number.NaN, '16k']) expect(() => readBudget(wrong as number)).toThrow(TypeError)
  for (const low of [-0.1, 1.1, Number.NaN, '0.5'])
    expect(() => readBudget({ low: low as number })).toThrow(TypeError)
})

test('the reserve is the requested output, else the smallest of the usual ones', () => {
  expect(answerReserve({ window: 200_000, output: 64_000 }, null)).toBe(32_000)
  expect(answerReserve({ window: 16_385, output: 4_096 }, null)).toBe(4_096)
  expect(answerReserve({ window: 100_000, output: null }, null)).toBe(25_000)
  expect(answerReserve({ window: 200_000, output: 64_000 }, 100_000)).toBe(64_000)
  expect(answerReserve({ window: null, output: null }, null)).toBe(4_096)
})

test('the limit is the smaller of budget and room, and null without either', () => {
  expect(inputLimit({ window: 200_000, output: null }, 300_000, 32_000)).toBe(168_000)
  expect(inputLimit({ window: 200_000, output: null }, 16_000, 32_000)).toBe(16_000)
  expect(inputLimit({ window: null, output: null }, null, 4_096)).toBeNull()
  expect(inputLimit({ window: 8_192, output: 8_192 }, null, 10_000)).toBe(0)
})
