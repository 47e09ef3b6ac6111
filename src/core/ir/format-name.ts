import { type TargetName, targetNames } from './target-name.ts'

/** Formats of imported content: those of every target, and those that nothing is compiled to. */
export type FormatName = TargetName | 'langchain' | 'adk'

/** Every format. */
export const formatNames: readonly FormatName[] = [...targetNames, 'langchain', 'adk']
