// Fails where a comment opens with What, Where, Who, How, Those, That, Of or Which: a noun, a verb or Whether says more.
import { root } from './entries.ts'
import { relativeOpenings } from './structure/comments.ts'
import { sourcesOf, testsOf, toolsOf } from './structure/sources.ts'

const sources = [...sourcesOf(root), ...testsOf(root), ...toolsOf(root)]
const found = relativeOpenings(sources)
for (const line of found) console.error(line)
console.log(`comments: ${sources.length} files, ${found.length} that open with a relative word`)
if (sources.length === 0 || found.length > 0) process.exit(1)
