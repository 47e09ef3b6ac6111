// Fails if a test title opens with a relative word or a conjunction, because such a title is not understood alone.
import { root } from './entries.ts'
import { testsOf } from './structure/sources.ts'
import { relativeTitles } from './structure/titles.ts'

const tests = testsOf(root)
const found = relativeTitles(tests)
for (const line of found) console.error(line)
console.log(`titles: ${tests.length} files, ${found.length} that open with a relative word or a conjunction`)
if (tests.length === 0 || found.length > 0) process.exit(1)
