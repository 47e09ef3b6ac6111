import type { Body, Mutant, Mutants } from './mutant.ts'

const hello = { role: 'user', content: 'Hi' }
const answer = { role: 'assistant', content: 'Hello.' }
const system = { role: 'system', content: 'Be brief.' }

const body = (messages: readonly object[]): Body => ({ model: 'mistral-small', messages })

const talk = (broken: readonly object[], legal: readonly object[]): Mutant => ({
  broken: body(broken),
  legal: body(legal),
})

/** Broken requests for each rule of roles and words. */
export const textMutants: Mutants = {
  T1: talk([hello, answer, hello, { role: 'tool', content: 'sunny' }, hello], [hello, answer, hello]),
  T2: talk([hello, answer, system, hello], [system, hello, answer, hello]),
  'T2 twice': talk([system, system, hello], [system, hello]),
  T3: talk([answer, hello], [hello, answer, hello]),
  'T3 after system': talk([system, answer, hello], [system, hello, answer, hello]),
  'T3 nobody': talk([], [hello]),
  'T3 system alone': talk([system], [system, hello]),
  T4: talk([hello, hello], [hello]),
  'T4 answers': talk([hello, answer, answer, hello], [hello, answer, hello]),
  T5: talk([hello, { role: 'assistant', content: ' \n' }, hello], [hello, answer, hello]),
  'T5 no string': talk([{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], [hello]),
  T6: talk([hello, answer], [hello, answer, hello]),
}
