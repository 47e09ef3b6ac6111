import { expect, test } from 'vitest'
import { calibrate, calibrationFactor, uncalibrated } from './calibration.ts'

const fold = (model: string, reported: readonly number[]) =>
  reported.map(tokens => ({ model, estimate: 1_000, reported: tokens })).reduce(calibrate, uncalibrated)

test('the factor covers 95 % of the reports, in steps of 5 %', () => {
  expect(calibrationFactor(fold('a', [1_000, 1_000, 1_000, 1_000, 1_000]), 'a')).toBe(1)
  expect(calibrationFactor(fold('a', [1_050, 1_080, 1_070, 1_065, 1_090]), 'a')).toBe(1.1)
  const many = [...Array<number>(95).fill(900), ...Array<number>(5).fill(1_400)]
  expect(calibrationFactor(fold('a', many), 'a')).toBe(0.9)
  expect(calibrationFactor(fold('a', [...many, 1_400]), 'a')).toBe(1.4)
})

test('a factor of few reports covers them all, and is one step higher', () => {
  expect(calibrationFactor(fold('a', [1_000]), 'a')).toBe(1.05)
  expect(calibrationFactor(fold('a', [1_000, 1_480, 1_200, 900]), 'a')).toBe(1.55)
  expect(calibrationFactor(fold('a', [1_990]), 'a')).toBe(2)
})

test('foreign or impossible reports change nothing', () => {
  expect(calibrationFactor(fold('a', Array<number>(9).fill(1_500)), 'b')).toBe(1)
  expect(fold('a', [0, 10, -5, 1e9, Number.NaN])).toBe(uncalibrated)
  expect(calibrate(uncalibrated, { model: 'a', estimate: 0, reported: 10 })).toBe(uncalibrated)
})

test('the order of reports does not matter, and any name may be a model', () => {
  const reported = [1_000, 1_300, 1_100, 1_200, 1_250, 900]
  expect(fold('__proto__', reported)).toEqual(fold('__proto__', reported.toReversed()))
  expect(calibrationFactor(fold('__proto__', reported), '__proto__')).toBe(1.3)
  expect(calibrationFactor(uncalibrated, 'toString')).toBe(1)
})
