/**
 * Runs jobs, at most `most` of them at a time, and returns their results in the order of the jobs. `work` must not
 * reject.
 */
export async function atMost<Job, Result>(
  most: number,
  jobs: readonly Job[],
  work: (job: Job) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const pending = jobs.entries()
  const worker = async (): Promise<void> => {
    for (const [index, job] of pending) results[index] = await work(job)
  }
  await Promise.all(Array.from({ length: Math.min(most, jobs.length) }, worker))
  return results
}
