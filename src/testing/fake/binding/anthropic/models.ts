import { type BindingModel, longestPrefixRow } from '../models.ts'

/** Rules of a Claude model for thinking blocks. */
export interface ClaudeBinding extends BindingModel {
  /** Accounts for which the check is enforced: all accounts, or only accounts created from 2026-08-31 on. */
  readonly enforced: 'always' | 'new-accounts'
  /** Whether the model's thinking blocks are valid only in the account that made them. */
  readonly isTied: boolean
  /** Ids of additional models whose thinking the model reads, by platform. */
  readonly readsOn: Readonly<Record<string, readonly string[]>>
}

const row = (id: string, reads: string, rest: Partial<ClaudeBinding> = {}): ClaudeBinding => ({
  id: `claude-${id}`,
  reads: reads.split(' ').map(name => `claude-${name}`),
  binds: false,
  enforced: 'new-accounts',
  isTied: false,
  readsOn: {},
  ...rest,
})

const upTo46 = '2 3 instant opus-4 sonnet-4 haiku-4'
const earlier = `${upTo46} opus-4-8 mythos-preview opus-5 sonnet-5 haiku-5 fable-5 mythos-5`
const binds = { binds: true } as const

/**
 * Claude models by the beginning of their ids. A model reads only the thinking of the models that a page lists for
 * it, so Fable 5.2, Mythos 5.2 and Haiku 5.5 read only the models on their own pages. Sources, November 2026: "Prefix
 * checks on thinking blocks" (models that bind thinking to its prefix), "What's new in Claude Fable 5.2" and "…
 * Sonnet 5.5", "… Opus 5.5", "… Haiku 5.5", "Preserved thinking" (models that read each other's thinking).
 */
const claudeModels: readonly ClaudeBinding[] = [
  ...earlier.split(' ').map(id => row(id, earlier)),
  row('fable-5-1', `mythos-5-1 ${earlier}`, {
    ...binds,
    readsOn: { claude: ['claude-opus-5-5'] },
  }),
  row('mythos-5-1', `fable-5-1 ${earlier}`, {
    ...binds,
    enforced: 'always',
    readsOn: { claude: ['claude-opus-5-5'] },
  }),
  row('fable-5-2', 'mythos-5-2', { ...binds, enforced: 'always', isTied: true }),
  row('mythos-5-2', 'fable-5-2', { ...binds, enforced: 'always', isTied: true }),
  row('opus-5-5', `${upTo46} opus-4-8 opus-5 sonnet-5 haiku-5`, {
    ...binds,
    readsOn: { claude: ['claude-sonnet-5-5'], google: ['claude-sonnet-5-5'] },
  }),
  row('sonnet-5-5', `${upTo46} opus-4-8 sonnet-5`, { ...binds, isTied: true }),
  row('haiku-5-5', 'haiku-5-5', { ...binds, enforced: 'always', isTied: true }),
]

/** Returns the rules of a Claude model id, in any platform's spelling. An unlisted model gets the strictest rules. */
export const claudeBinding = (model: string): ClaudeBinding => {
  const id = model.slice(Math.max(0, model.indexOf('claude-'))).replaceAll('.', '-')
  return longestPrefixRow(claudeModels, id, row('', '', { ...binds, enforced: 'always', isTied: true }))
}
