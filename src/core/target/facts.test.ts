import { describe, expect, test } from 'vitest'
import { claudeFacts, readsThinking } from '../vendor/anthropic/write/models.ts'
import { inferTarget } from '../vendor/infer.ts'
import { openaiFacts } from '../vendor/openai/write/shared/models.ts'
import { bareModel } from '../vendor/rows/bare-model.ts'
import { vendorOf } from '../vendor/rows/vendors.ts'
import { nearModel } from './near-model.ts'

describe('a model id', () => {
  test('is found after prefixes of clouds and providers', () => {
    expect(bareModel('models/gemini-flash-latest')).toBe('gemini-flash-latest')
    expect(bareModel('openai/gpt-5.4')).toBe('gpt-5.4')
    expect(bareModel('us.anthropic.claude-sonnet-4-5-20250929-v1:0')).toBe('claude-sonnet-4-5-20250929')
    expect(bareModel('claude-opus-4-5@20251101')).toBe('claude-opus-4-5')
    expect(bareModel('ft:gpt-4o-2024-08-06:acme::abc')).toBe('gpt-4o-2024-08-06')
  })

  test.each([
    ['claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['anthropic/claude-opus-4.1', 'claude-opus-4-1'],
    ['gateway/anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['us.anthropic.claude-sonnet-4-5-v1:0', 'claude-sonnet-4-5'],
    ['global.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5-20251101'],
    ['anthropic/claude-3.7-sonnet:thinking', 'claude-3-7-sonnet'],
    ['GPT-5.4', 'gpt-5.4'],
    ['gemini-2.5-pro', 'gemini-2.5-pro'],
    ['openai.gpt-oss-120b-1:0', 'gpt-oss-120b-1'],
    ['gpt-oss:20b', 'gpt-oss'],
  ])('%s is %s (N14)', (given, bare) => {
    expect(bareModel(given)).toBe(bare)
  })

  test("has the model's window after the prefix of a gateway (N14)", () => {
    for (const id of [
      'claude-sonnet-4.5',
      'anthropic/claude-sonnet-4.5',
      'gateway/anthropic/claude-sonnet-4.5',
    ])
      expect(claudeFacts(id).facts.window).toBe(claudeFacts('claude-sonnet-4-5').facts.window)
    expect(openaiFacts('GPT-5.4').known).toBe(true)
  })

  test('close to a known one gets a suggestion (N14)', () => {
    expect(['gtp-5.4', 'claude-4.5-sonnet', 'gemini-2-5-pro', 'claud-sonnet-5'].map(nearModel)).toEqual([
      'gpt-5.4',
      'claude-sonnet-4-5',
      'gemini-2.5-pro',
      'claude-sonnet-5',
    ])
    expect(['deepseek-reasoner', 'my-deployment', 'llama-4', 'gpt-5.4'].map(nearModel)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('from gpt-oss has no known vendor (W6)', () => {
    expect(['gpt-oss:20b', 'openai/gpt-oss-120b', 'openai.gpt-oss-120b-1:0'].map(vendorOf)).toEqual([
      null,
      null,
      null,
    ])
  })

  test('is the same model when pinned to a date, and another under another name', () => {
    expect(openaiFacts('gpt-5.4-2026-03-05').known).toBe(true)
    expect(openaiFacts('gpt-5.4-2027-01-01').facts).toBe(openaiFacts('gpt-5.4').facts)
    expect(claudeFacts('claude-sonnet-4-5-20250929').facts.family).toBe('claude-sonnet-4-5')
    expect(openaiFacts('gpt-5.4-turbo').known).toBe(false)
    expect(claudeFacts('claude-next').facts.binds?.otherwise).toBe('error')
  })
})

test('the vendor is recognized by the model id alone', () => {
  expect(
    [
      'claude-sonnet-5',
      'gpt-5.4',
      'o3-mini',
      'chatgpt-4o-latest',
      'ft:gpt-4o:a::b',
      'gemini-3-pro',
      'llama-4',
      'oxen',
    ].map(vendorOf),
  ).toEqual(['anthropic', 'openai', 'openai', 'openai', 'openai', 'google', null, null])
})

test("the target is the input's format if the vendor agrees", () => {
  expect(inferTarget('gpt-5.4', 'openai-chat')).toBe('openai-chat')
  expect(inferTarget('gpt-5.4', 'anthropic')).toBe('openai')
  expect(inferTarget('claude-sonnet-5', 'openai-chat')).toBe('anthropic')
  expect(inferTarget('deepseek-chat', 'openai-chat')).toBeNull()
  expect(inferTarget('deepseek-chat', null)).toBeNull()
  expect(inferTarget('gemini-3-pro', 'openai-chat')).toBe('gemini')
  expect(inferTarget('projects/p/locations/us/publishers/google/models/gemini-2.5-pro', null)).toBe('gemini')
  expect(inferTarget('gemma-3-27b-it', null)).toBeNull()
  expect(inferTarget(null, 'anthropic')).toBe('anthropic')
})

test('support for thinking is recognized by family and by model', () => {
  const opus = claudeFacts('claude-opus-5-5').facts
  expect(readsThinking(opus, 'claude-opus-5-5', 'claude-opus-5')).toBe(true)
  expect(readsThinking(opus, 'claude-opus-5-5', 'claude-haiku-5-5')).toBe(false)
  expect(readsThinking(claudeFacts('claude-next').facts, 'claude-next', 'claude-next')).toBe(true)
})
