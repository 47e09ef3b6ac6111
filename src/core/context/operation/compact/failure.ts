const failure =
  /error\b|errors\b|exception\b|\bfatal\b|\bpanic(?:ked)?\b|\bfail(?:ed|ure|ures|s)?\b|\btraceback\b|\bdenied\b|\brefused\b|\bcannot\b|undefined reference|\bnot found\b|\bno such\b|\bsegmentation fault\b|\babort(?:ed)?\b|\bassertion/i

/** Whether a line reports a failure. */
export const reportsFailure = (line: string): boolean => failure.test(line)

/**
 * Whether a program reports a failure in a line, as a test's verdict or an exception's last line does. Source code that
 * only names an error does not count.
 */
export const isVerdict = (line: string): boolean =>
  /^(?:E\s{2,}|FAILED\b|ERROR\b|FAIL\b|Traceback\b|[\w.]*(?:Error|Exception|Warning):|error(?:\[\w+\])?:|fatal:|panic:|=+ .*\b(?:passed|failed|error)|\d+ (?:passed|failed))/.test(
    line,
  )
