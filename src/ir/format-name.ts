import type { TargetName } from './target-name.ts'

/** The formats that content may come in: every target's, and those that nothing is compiled to. */
export type FormatName = TargetName | 'langchain' | 'adk'
