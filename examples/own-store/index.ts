// Tests a custom store against the store contract.
import { testStore } from 'ctxc/testing'
import { ownStore } from './store.ts'

let met = 0
for (const { name, run } of testStore({ make: ownStore })) {
  const skipped = await run()
  if (skipped === undefined) met++
  console.log(skipped === undefined ? `ok ${name}` : `-- ${name}: ${skipped}`)
}
console.log(`${met} requirements met`)
