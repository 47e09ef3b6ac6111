import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { profiles } from './profile.ts'
import { profileFor, profileHint } from './profile-for.ts'

test.each([
  ['gemini-3.8-live', 'gemini-3.8-live'],
  ['models/gemini-3.8-live', 'gemini-3.8-live'],
  ['gemini-3.8-live-extended-thinking', 'gemini-3.8-live'],
  ['gemini-3.1-flash-live-preview', 'gemini-3.1-live'],
  ['gemini-2.5-flash-native-audio-latest', 'gemini-2.5-live'],
  ['gemini-2.5-flash-native-audio-preview-12-2025', 'gemini-2.5-live'],
  ['gemini-2.5-flash-preview-native-audio-dialog', 'gemini-2.5-live'],
  ['gemini-live-2.5-flash-preview', 'gemini-2.5-live'],
  ['gemini-live-2.5-flash-native-audio', 'gemini-2.5-live-vertex'],
  ['projects/p/locations/us-central1/publishers/google/models/gemini-3.8-live', 'gemini-3.8-live-vertex'],
  ['publishers/google/models/gemini-3.8-live', 'gemini-3.8-live-vertex'],
  [
    'projects/p/locations/global/publishers/google/models/gemini-live-2.5-flash-native-audio',
    'gemini-2.5-live-vertex',
  ],
  ['projects/p/locations/global/models/gemini-3.1-flash-live-preview', 'gemini-3.1-live'],
  ['openai/gpt-realtime', 'gpt-realtime'],
  ['gpt-realtime-2.1-mini', 'gpt-realtime'],
  ['gpt-live-1', 'gpt-live-1'],
])('%s has the profile %s', (model, name) => {
  expect(profileFor(model)?.name).toBe(name)
})

/** Models of these APIs that hold no conversation: they transcribe or translate. */
const other = /whisper|transcribe|translate/

/** Models that are not served any more. */
const gone = /^gemini-2\.0-/

test.each([
  ['openai', 'node_modules/openai/resources/realtime', /'(gpt-[\w.-]*(?:realtime|live)[\w.-]*)'/g],
  ['openai, GPT-Live', 'node_modules/openai-7/resources', /'(gpt-[\w.-]*(?:realtime|live)[\w.-]*)'/g],
  ['@google/genai', 'node_modules/@google/genai/dist', /['"`](gemini-[\w.-]*(?:live|native-audio)[\w.-]*)/g],
])('each model of conversations that %s names has a profile', (_, folder, pattern) => {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter(name => name.endsWith('.d.ts'))
  const texts = files.map(name => readFileSync(`${folder}/${name}`, 'utf8'))
  const named = texts.flatMap(text => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const models = [...new Set(named)].filter(name => !other.test(name) && !gone.test(name))
  expect(models.length).toBeGreaterThan(0)
  expect(models.filter(model => profileFor(model) === null)).toEqual([])
})

test.each(['gpt-realtime-whisper', 'gemini-3.5-transcribe-live', 'nova-sonic', 'toString'])(
  '%s has none',
  model => {
    expect(profileFor(model)).toBeNull()
    expect(profileFor(model, model)).toBeNull()
  },
)

test.each([
  ['gemini-2.0-flash-live-001', "the nearest one is profile: 'gemini-2.5-live'"],
  ['gemini-3.9-live', "the nearest one is profile: 'gemini-3.8-live'"],
  ['gpt-realtime-whisper', "the nearest one is profile: 'gpt-realtime'"],
  ['gpt-live-2', "the nearest one is profile: 'gpt-live-1'"],
  ['nova-sonic', 'use one of gemini-3.8-live'],
])('the hint for %s is a profile that fits', (model, hint) => {
  expect(profileHint(model)).toContain(hint)
})

test('each profile is that of a model, or another way to use one', () => {
  for (const { name, models } of Object.values(profiles))
    expect((models ?? []).length > 0 || name === 'gpt-live-1-responses', name).toBe(true)
})
