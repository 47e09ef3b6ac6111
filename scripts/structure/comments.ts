import type { Source } from './sources.ts'

const relative = /^\s*(?:\/\*\*?|\*|\/\/)\s*(?:What|Where|Who|How|Those|That|Of|Which)\b/

/** Lists the comment lines that open with a relative word, each as `file:line`. */
export const relativeOpenings = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (relative.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
