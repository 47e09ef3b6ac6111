import { keyNameForModel } from '../steering/build-steering-context.ts'
import type { LiveState } from '../steering/modifier.ts'
import { missingNeeds } from './guards.ts'
import type { Phase } from './phase.ts'

/** Returns the text that tells the model the current phase, the keys to gather and the possible next phases. */
export function navigationText(phase: Phase, state: LiveState): string {
  const missing = missingNeeds(phase, state)
  const ways = phase.terminal === true ? [] : (phase.transitions ?? [])
  return [
    `Current phase: ${phase.name}.`,
    ...(missing.length > 0 ? [`Still to find out: ${missing.map(keyNameForModel).join(', ')}.`] : []),
    ...(ways.length === 0
      ? ['This is the last phase.']
      : ways.map(({ to, description }) => `Next: ${to}${description ? ` (${description})` : ''}.`)),
  ].join('\n')
}

/** Returns the reminder of the keys that a phase still has to gather; null if no key is missing. */
export function missingKeysReminder(phase: Phase, state: LiveState): string | null {
  const missing = missingNeeds(phase, state)
  return missing.length === 0
    ? null
    : `Ask for what is still missing: ${missing.map(keyNameForModel).join(', ')}.`
}
