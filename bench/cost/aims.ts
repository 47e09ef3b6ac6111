import type { Row } from './report.ts'

/** Highest ratios of costs that ctxc aims at. */
export const aims = { optimum: 1.2, sliding: 0.5 } as const

/** Whether that is reached, of all runs together and at their median. */
export const aimLines = (title: string, row: Row): string[] =>
  (['optimum', 'sliding'] as const).flatMap(of =>
    (['total', 'median'] as const).map(what => {
      const value = row[of][what]
      const verdict = value <= aims[of] ? 'pass' : 'FAIL'
      return `${verdict}  ${title}, ${what} ÷ ${of}: ${value.toFixed(2)}, aimed at ${aims[of]}`
    }),
  )
