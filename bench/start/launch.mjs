// Imports a program, and prints what the process took until the program has its first request: `node launch.mjs FILE`.
const begun = performance.now()
const before = process.cpuUsage()

globalThis.requested = ({ ok = true, reason } = {}) => {
  const { user, system } = process.cpuUsage(before)
  const took = { ready: begun, took: performance.now() - begun, processor: (user + system) / 1e3 }
  if (!ok) throw new Error(`no request: ${reason}`)
  process.stdout.write(JSON.stringify(took))
}

await import(process.argv[2])
