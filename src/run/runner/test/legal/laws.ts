// Laws of a log, checked from its events and from the tools that ran. Each law returns its violations.
import { isReported, needsApproval, type Shape } from './program.ts'
import { areRelated, type LogReading } from './read-log.ts'
import type { Execution } from './world.ts'

/** A session that is done or waits, and facts about how it got there. */
export interface Checked {
  readonly log: LogReading
  /** Tools that ran for the session. */
  readonly executions: readonly Execution[]
  readonly shape: Shape
  /** Whether only one runner at a time ran the session, so that none acted on an old version. */
  readonly isAlone: boolean
  /** Messages that a runner's method acknowledged. */
  readonly sent: readonly string[]
}

type Law = (checked: Checked) => readonly string[]

const noModelWhileCallsAreOpen: Law = ({ log }) =>
  log.events.flatMap(({ seq, branch, actions }) => {
    const answered = actions?.run?.answered
    if (answered === undefined) return []
    const open = log.openCalls(answered.upTo).filter(call => areRelated(call.branch, branch))
    return open.map(({ place }) => `the model of ${seq} was called while ${place} had no result`)
  })

const noAnswerToAnOldLog: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { answered } }) => {
    if (answered === undefined || answered.partial) return []
    const { author, branch } = log.events[seq] ?? {}
    const between = log.marks.filter(each => {
      const other = log.events[each.seq]
      const isOther = each.seq >= answered.upTo && each.seq < seq && !log.isRewound(each.seq, seq)
      return isOther && each.run.answered && other?.author === author && other?.branch === branch
    })
    return between.map(each => `the answer at ${seq} does not know the one at ${each.seq}`)
  })

const noAnswerToWhatWasTakenBack: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { answered } }) => {
    if (answered === undefined) return []
    const { upTo } = answered
    const between = log.events.slice(upTo, seq).filter(({ actions }) => (actions?.rewind?.to ?? upTo) < upTo)
    return between.map(each => `the answer at ${seq} is to what was taken back at ${each.seq}`)
  })

const oneResultForACall: Law = ({ log }) => {
  const seen = new Map<string, number>()
  return log.results.flatMap(({ id, seq, branch }) => {
    const call = log.calls.find(each => each.id === id && each.seq < seq)
    if (call === undefined) return [`the result at ${seq} has no call`]
    const earlier = seen.get(id)
    if (earlier !== undefined && !log.isSkipped(earlier, seq))
      return [`the call ${call.place} has a second result at ${seq}`]
    seen.set(id, seq)
    return call.branch === branch ? [] : [`the result at ${seq} is on another branch than its call`]
  })
}

const decisionsAreForWaitingCalls: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { decided } }) => {
    if (decided === undefined) return []
    const named = decided.by === '' ? [`nobody decided at ${seq}`] : []
    return log.isWaiting(decided.call, seq) ? named : [`${decided.call} did not wait at ${seq}`]
  })

const answersAreForCallsThatWaitForOne: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { decided } }) => {
    if (decided?.approved !== true) return []
    const wanted = decided.answer === undefined ? 'approval' : 'answer'
    return log.waitsFor(decided.call, seq) === wanted
      ? []
      : [`${decided.call} did not wait for ${wanted} at ${seq}`]
  })

const nobodyDecidesTooLate: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { decided } }) => {
    if (decided === undefined) return []
    const waits = log.marksOf(decided.call, seq).findLast(({ run }) => run.waits !== undefined)?.run.waits
    const isOver = (waits?.until ?? Number.POSITIVE_INFINITY) <= (log.events[seq]?.time ?? 0)
    return isOver === (decided.by === 'ctxc')
      ? []
      : [`${decided.call} was decided at a wrong time, at ${seq}`]
  })

const anAnswerIsTheResultOnce: Law = ({ log }) =>
  log.events.flatMap(({ seq, parts: [part], actions }) => {
    const call = part?.kind === 'tool-result' ? log.calls.find(({ id }) => id === part.id) : undefined
    const given = actions?.run?.given
    if (call === undefined || part?.kind !== 'tool-result') return []
    const isAsked = call.name === 'form' || call.name === 'quote'
    const decided = log.marksOf(call.place, seq).at(-1)?.run.decided
    if (given === undefined) return isAsked && !part.isError ? [`nobody gave the result at ${seq}`] : []
    const isSame =
      decided?.by === given.by &&
      JSON.stringify(part.content) === JSON.stringify([{ kind: 'data', value: decided.answer }])
    return isSame && isAsked ? [] : [`the result at ${seq} is not what was answered`]
  })

const approvedBeforeItRuns: Law = ({ log, executions }) =>
  executions.flatMap(({ call: place, tool, input, at, known, now }) => {
    const call = log.calls.find(each => each.place === place)
    if (call === undefined || call.name !== tool) return [`${tool} ran for ${place}, which is no call of it`]
    if (JSON.stringify(log.inputToRun(call, at)) !== JSON.stringify(input))
      return [`${place} ran with other arguments`]
    if (!needsApproval(tool, input)) return []
    // A rewind by another runner may come unnoticed after the record that a tool begins, or if there is no such record.
    const begun = log.marks.findLast(({ seq, run }) => seq < at && run.begun?.calls.includes(place))
    const last = log
      .marksOf(place, isReported(tool) ? (begun?.seq ?? at) : known)
      .filter(({ run }) => run.begun === undefined)
      .at(-1)
    const decided = last?.run.decided
    if (decided === undefined || !decided.approved) return [`${place} ran without approval`]
    return decided.until !== undefined && decided.until < now
      ? [`${place} ran after its approval expired`]
      : []
  })

const aDeniedCallNeverRuns: Law = ({ log, executions }) =>
  executions.flatMap(({ call, at }) => {
    const last = log.marksOf(call, at).at(-1)?.run.decided
    return last?.approved === false ? [`${call} ran after it was denied`] : []
  })

const beginsAtMostOnce: Law = ({ log, executions, isAlone }) => {
  const reported = executions.filter(({ tool }) => isReported(tool))
  const times = (place: string) => reported.filter(({ call }) => call === place).length
  const marked = log.calls.flatMap(({ place }) => {
    const begun = log.marks.filter(({ run }) => run.begun?.calls.includes(place))
    return begun.length > 1 ? [`${place} was marked as begun twice`] : []
  })
  const twice = reported.flatMap(({ call }) => (times(call) > 1 ? [`${call} ran twice`] : []))
  const unmarked = reported.flatMap(({ call, at }) => {
    const isMarked = log.marks.some(({ seq, run }) => seq < at && run.begun?.calls.includes(call))
    return isMarked ? [] : [`${call} ran before it was marked as begun`]
  })
  // A member that fails stops the calls of concurrent members. The next run makes these calls again.
  const failures = log.marks.flatMap(({ seq, run }) => (run.failed ? [seq] : []))
  const again = executions.filter((each, index) =>
    executions
      .slice(0, index)
      .some(
        ({ runner, call, at }) =>
          isAlone &&
          runner === each.runner &&
          call === each.call &&
          !failures.some(seq => at <= seq && seq < each.at),
      ),
  )
  return [...marked, ...twice, ...unmarked, ...again.map(({ call }) => `one runner ran ${call} twice`)]
}

const recordedNeverRunsAgain: Law = ({ log, executions, isAlone }) =>
  executions.flatMap(({ call, at, tool }) => {
    if (!isAlone && !isReported(tool)) return []
    return log.openCalls(at).some(({ place }) => place === call)
      ? []
      : [`${call} ran, and was not open at ${at}`]
  })

const nothingBeginsAfterACancel: Law = ({ log, executions, isAlone }) =>
  log.marks.flatMap(({ seq: cancel, run: { cancelled } }) => {
    if (cancelled === undefined || cancelled.calls !== undefined) return []
    const next = log.events.find(
      ({ seq, actions, author, branch }) =>
        seq > cancel &&
        (actions?.run?.asked !== undefined || (author === 'user' && branch === '') || actions?.rewind),
    )
    const end = next?.seq ?? log.events.length
    const answers = log.marks.filter(({ seq, run }) => {
      const { answered } = run
      return seq > cancel && seq < end && answered !== undefined && !answered.partial
    })
    const isOld = (place: string): boolean => Number.parseInt(place, 10) < cancel
    const begun = log.marks.filter(
      ({ seq, run }) => seq > cancel && run.begun?.calls.some(isOld) && !log.isRewound(cancel, seq),
    )
    const ran = executions.filter(
      ({ call, at }) => isAlone && at > cancel && isOld(call) && !log.isRewound(cancel, at),
    )
    return [
      ...answers.map(({ seq }) => `the answer at ${seq} follows the cancel at ${cancel}`),
      ...begun.map(({ seq }) => `a call begins at ${seq}, after the cancel at ${cancel}`),
      ...ran.map(({ call }) => `${call} ran after the cancel at ${cancel}`),
    ]
  })

const everyMessageIsAnsweredOnce: Law = ({ log, shape, sent }) => {
  const texts = log.messages.map(({ parts }) =>
    parts.map(part => (part.kind === 'text' ? part.text : '')).join(''),
  )
  const lost = sent.filter(text => texts.filter(each => each === text).length !== 1)
  const answers = log.marks.filter(
    ({ seq, run }) => run.answered && !run.answered.partial && !log.isRewound(seq),
  )
  const upTo = Math.max(0, ...answers.map(({ run }) => run.answered?.upTo ?? 0))
  const stops = log.marks.filter(({ run }) => run.limit ?? run.failed ?? run.cancelled)
  const isHeld = log.openCalls().length > 0
  const unanswered = log.messages.filter(
    ({ seq }) =>
      seq >= upTo &&
      !isHeld &&
      !log.isRewound(seq) &&
      !stops.some(stop => stop.seq > seq && !log.isRewound(stop.seq)),
  )
  return [
    ...lost.map(text => `the message '${text}' is not in the log once`),
    ...unanswered.map(({ seq }) => `nobody answered the message at ${seq}`),
    ...(shape === 'one agent' ? answeredAgain(log) : []),
  ]
}

/** Returns final answers of a single agent that no new message or request led to. A tool's result may be one. */
function answeredAgain(log: LogReading): readonly string[] {
  const returned = new Set(
    log.results.flatMap(({ seq, id }) =>
      log.events[seq]?.actions?.run?.returned !== undefined && !log.isRewound(seq) ? [id] : [],
    ),
  )
  const rejected = new Set(log.marks.flatMap(({ run }) => run.rejected?.events ?? []))
  const finals = log.marks.filter(({ seq, run }) => {
    const event = log.events[seq]
    return (
      run.answered !== undefined &&
      !run.answered.partial &&
      !rejected.has(seq) &&
      !log.isRewound(seq) &&
      event?.branch === '' &&
      (!event.parts.some(({ kind }) => kind === 'tool-call') ||
        event.parts.some(part => part.kind === 'tool-call' && returned.has(part.id)))
    )
  })
  return finals.slice(1).flatMap(({ seq, run }, index) => {
    const from = finals[index]?.run.answered?.upTo ?? 0
    const to = run.answered?.upTo ?? 0
    const isAsked = log.events
      .slice(from, to)
      .some(
        ({ author, branch, actions }) =>
          (author === 'user' && branch === '') || actions?.run?.asked || actions?.rewind,
      )
    return isAsked ? [] : [`the answer at ${seq} is to nothing new`]
  })
}

const theFirstAnswerEndsAGroup: Law = ({ log }) =>
  log.marks.flatMap(({ seq, run: { won } }) => {
    if (won === undefined) return []
    // Afterwards another run or turn may begin, or the program continues with the member after the group.
    const next = log.marks.find(
      each =>
        each.seq > seq &&
        (each.run.asked ||
          each.run.failed ||
          each.run.cancelled ||
          each.run.limit ||
          each.run.ended ||
          (each.run.answered && !log.events[each.seq]?.branch.startsWith('call:'))),
    )
    const author = next?.run.answered === undefined ? undefined : log.events[next.seq]?.author
    const isOver = next === undefined || log.isRewound(seq, next.seq) || author === undefined
    return isOver || author === 'expert' ? [] : [`${author} answered at ${next.seq}, after the end at ${seq}`]
  })

const messagesAreOnlyMessages: Law = ({ log }) =>
  log.messages.flatMap(({ seq, actions = {}, tier, trust, parts }) => {
    const { run = {}, ...others } = actions
    const isPlain =
      Object.keys(others).length === 0 &&
      Object.keys(run).every(name => name === 'asked' || name === 'received')
    const kinds = parts.every(({ kind }) => kind === 'text' || kind === 'file' || kind === 'data')
    return isPlain && kinds && tier === undefined && trust === undefined
      ? []
      : [`the message at ${seq} does more`]
  })

const laws: readonly Law[] = [
  noModelWhileCallsAreOpen,
  noAnswerToAnOldLog,
  noAnswerToWhatWasTakenBack,
  oneResultForACall,
  decisionsAreForWaitingCalls,
  answersAreForCallsThatWaitForOne,
  nobodyDecidesTooLate,
  anAnswerIsTheResultOnce,
  approvedBeforeItRuns,
  aDeniedCallNeverRuns,
  beginsAtMostOnce,
  recordedNeverRunsAgain,
  nothingBeginsAfterACancel,
  everyMessageIsAnsweredOnce,
  theFirstAnswerEndsAGroup,
  messagesAreOnlyMessages,
]

/** Returns all violations of the laws. */
export const broken = (checked: Checked): readonly string[] => laws.flatMap(law => law(checked))
