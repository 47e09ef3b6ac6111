// A store of one's own, held to the contract of stores.
import { testStore } from 'ctxc/testing'
import { ownStore } from './store.ts'

const tests = testStore({ make: ownStore })
for (const { name, run } of tests) {
  await run()
  console.log(`ok ${name}`)
}
console.log(`${tests.length} requirements met`)
