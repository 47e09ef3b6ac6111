// Tests a custom store against the store contract.
import { testStore } from 'ctxc/testing'
import { ownStore } from './store.ts'

const tests = testStore({ make: ownStore })
for (const { name, run } of tests) {
  await run()
  console.log(`ok ${name}`)
}
console.log(`${tests.length} requirements met`)
