/** Loads one library, counts a short text, and prints what that took since the process began. */
import { libraries } from '../library/index.ts'

const name = process.argv[2]
const library = libraries.find(library => library.name === name) // none: an empty process, with the same imports
const count = await library?.load()
count?.('What is the weather in Paris?')
console.log(JSON.stringify({ ms: performance.now(), megabytes: process.memoryUsage.rss() / 1e6 }))
