import { parseProgram } from '../../../src/cli/data/parse-program.ts'
import { mistakenContexts } from '../../../src/cli/data/test/mistaken-contexts.ts'
import { mistakenPrograms } from '../../../src/cli/data/test/mistaken-programs.ts'
import type { Code } from '../../../src/core/diag/catalogue.ts'
import { type Variant, variant } from './variant.ts'

/** Returns a case for each code that data with mistakes raises. */
const raised = (title: string, data: unknown, places: readonly string[]): readonly Variant[] =>
  [...new Set(places.map(place => place.split(' ')[0]))].map(code =>
    variant(code as Code, title, async () => parseProgram(data)),
  )

/** Texts about programs as data. */
export const dataVariants = [
  ...mistakenPrograms.flatMap(([title, data, place]) => raised(title, data, [place])),
  ...mistakenContexts.flatMap(([title, context, places]) =>
    raised(`a context: ${title}`, { name: 'a', context }, places),
  ),
]
