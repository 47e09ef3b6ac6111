export { dbosDriver } from './dbos-driver.ts'
export type { DbosPool } from './launch.ts'
export type { DbosDriverOptions } from './options.ts'
export type { QueueLimits, StartRate } from './queues.ts'
