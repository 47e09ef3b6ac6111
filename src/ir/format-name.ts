import { type TargetName, targetNames } from './target-name.ts'

/** The formats that content may come in: every target's, and those that nothing is compiled to. */
export type FormatName = TargetName | 'langchain' | 'adk'

/** Every format. */
export const formatNames: readonly FormatName[] = [...targetNames, 'langchain', 'adk']
