export type { StoreMaker } from './requirement.ts'
export { type StoreTest, testStore } from './test-store.ts'
