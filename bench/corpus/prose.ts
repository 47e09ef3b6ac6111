import { texts } from './files.ts'
import { records } from './records.ts'

interface Conversation {
  turns: { speaker: string; text: string }[]
}

/** Readmes, changelogs and licences; meetings and conversations. */
export function prose(): string[] {
  const talks = ['qmsum/meetings.jsonl.gz', 'locomo/conversations.jsonl.gz'].flatMap(file =>
    records(file),
  ) as Conversation[]
  return [
    ...texts(/\.(md|markdown)$|^(readme|licen[sc]e|changelog|history|notice)[^/.]*(\.txt)?$/i),
    ...talks.map(({ turns }) => turns.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n')),
  ]
}
