/**
 * Defects of the context primitives of adk-fluent, which its sources and runs of them show. They are in the order of its parts:
 * machinery, composition, selection, compression, writing, budget, protection, parts that were only specified, the TypeScript
 * port. ctxc must have none of them.
 */
export interface Defect {
  readonly id: string
  /** Description of the defect. */
  readonly what: string
  /** `now`: a test shows that it is not so here. `later`: it is about what is not built yet. `other`: not about contexts. */
  readonly scope: 'now' | 'later' | 'other'
  /** Level at which a test shows the absence: the declaration alone, or a compile. */
  readonly shown?: 'declared' | 'compiled'
}

const now = (id: string, shown: 'declared' | 'compiled', what: string): Defect => ({
  id,
  what,
  scope: 'now',
  shown,
})
const later = (id: string, what: string): Defect => ({ id, what, scope: 'later' })
const other = (id: string, what: string): Defect => ({ id, what, scope: 'other' })

export const defects: readonly Defect[] = [
  // Machinery.
  now(
    'D1',
    'compiled',
    'history that is selected is one text: calls, results, files, ids, reasoning and roles are dropped',
  ),
  now(
    'D2',
    'compiled',
    'values of the state that are no text are told as their language prints them, not as JSON',
  ),
  now(
    'D3',
    'compiled',
    'what is selected stands in the system text, unescaped: words of users can end its tag',
  ),
  now(
    'D4',
    'compiled',
    'the current message of the user is sent twice: in the selected history, and after it',
  ),
  now('D5', 'compiled', 'a key that is missing is sent as {key}, to the model'),
  now('D6', 'compiled', 'a key with a scope, {user:x}, is never found'),
  now('D7', 'declared', 'which keys a primitive reads is not known, so that no check asks for them'),
  now('D8', 'compiled', 'sessions that are no longer append-only give stale selections'),
  now('D9', 'compiled', 'branches, rewinds and compactions of the session are passed over'),
  now(
    'D10',
    'compiled',
    'whether history is suppressed depends on which primitive was used, and one suppresses it for all',
  ),
  // Composition.
  now(
    'D11',
    'compiled',
    'a union tells what two selections share twice, and not in the order of the session',
  ),
  now('D12', 'compiled', 'a budget in a union tells the whole history again, beside what was selected'),
  now(
    'D13',
    'declared',
    'a pipe of two primitives gives nothing: default or none before another, a selection before a window',
  ),
  now('D14', 'compiled', 'a compression behind a selection does nothing, or tells it with a stray label'),
  now('D15', 'compiled', 'a limit behind a selection leaves nothing where the newest text alone is larger'),
  now('D16', 'compiled', 'a limit behind a selection cuts through a word'),
  now(
    'D17',
    'declared',
    'a template behind a selection throws when it runs: it reads the state, never what was selected',
  ),
  now('D18', 'declared', 'orders that make no sense, such as compressing before selecting, are accepted'),
  now(
    'D19',
    'declared',
    'a second context silently takes the place of the first, with the keys that it read',
  ),
  now('D20', 'compiled', 'redaction in a union leaves the text that it redacts beside the redacted one'),
  now('D21', 'compiled', 'a value of the state is told unredacted beside a redaction'),
  // Selection.
  now('D22', 'compiled', 'the selection of what users said drops images and files in it'),
  now('D23', 'declared', 'an unknown strategy silently means another one'),
  now('D24', 'declared', 'a window of no turns, or of less, is accepted'),
  now('D25', 'compiled', 'excluding agents suppresses history where its documentation says that it does not'),
  now(
    'D26',
    'compiled',
    'a window for each agent puts all of the users’ messages first, and groups by agent',
  ),
  now(
    'D27',
    'compiled',
    'units are selected by type, and then rendered without what was of that type: nothing is left',
  ),
  now('D28', 'declared', 'units cannot be selected by role, and a kind that is misspelt selects nothing'),
  now('D29', 'compiled', 'units cannot be selected by a tag: no event has one'),
  now('D30', 'compiled', 'weights by age count events and not turns, and are thrown away'),
  now('D31', 'compiled', 'what is relevant is told in the order of scores, not of the session'),
  now('D32', 'compiled', 'where scoring fails, the oldest units are taken for the relevant ones'),
  now('D33', 'compiled', 'relevance takes a call of a model at every step, and cannot be had without one'),
  now('D34', 'declared', 'a template with a key that nothing writes is an error at run time only'),
  now('D35', 'declared', 'the checker does not know that a context with keys reads them'),
  now('D36', 'declared', 'the example of a documented primitive calls a method that does not exist'),
  now('D37', 'compiled', 'a condition that throws is false, and said in a log alone'),
  now('D38', 'compiled', 'where a condition does not hold, history stays suppressed: nothing is left'),
  now('D39', 'declared', 'the keys that a primitive under a condition reads are lost'),
  // Compression.
  now('D40', 'compiled', 'a summary raises an error under the framework that it is for'),
  now('D41', 'compiled', 'a summary of what was before the window is of what was before another window'),
  now('D42', 'compiled', 'a summary of results is of nothing: results are no text there'),
  now('D43', 'compiled', 'the schema of a summary is not asked for'),
  now('D44', 'compiled', 'compaction replaces calls and results by their number: nothing brings them back'),
  now('D45', 'declared', 'compaction by an unknown strategy merges what the same author said'),
  now('D46', 'compiled', 'compaction knows no age: what is new is compacted with what is old'),
  now('D47', 'compiled', 'of repeated texts the first is kept, where a later one is true now'),
  later('D48', 'near repeats are found by a model that is asked to keep others than the code keeps'),
  now(
    'D49',
    'compiled',
    'a projection of results leaves the name of the call alone, and no field of the JSON',
  ),
  now('D50', 'declared', 'fields cannot be left out by name'),
  now('D51', 'compiled', 'a text is cut at four characters to a token, wherever that is'),
  now('D52', 'declared', 'cutting to both ends falls back to one'),
  now('D53', 'compiled', 'truncation is of the whole history as one text, never of one result'),
  now('D54', 'compiled', 'a rolling summary raises the same error as a summary'),
  // Writing.
  now('D55', 'declared', 'an unknown format of notes is accepted'),
  now('D56', 'declared', 'notes that nobody took yet have to be there'),
  now('D57', 'compiled', 'writing notes is silently passed over inside a pipe'),
  now('D58', 'compiled', 'what is extracted or distilled is kept where no other primitive finds it'),
  now('D59', 'declared', 'the checker does not know what primitives write'),
  // Budget.
  now('D60', 'declared', 'an unknown way to handle overflow silently truncates the oldest'),
  now('D61', 'compiled', 'a budget sees neither what stands beside it, nor the instruction, nor the tools'),
  now('D62', 'compiled', 'priorities are stored, and nothing reads them'),
  now('D63', 'declared', 'a priority is any number'),
  now('D64', 'compiled', 'a fit whose newest unit is too large is empty'),
  now(
    'D65',
    'compiled',
    'the order of sacrifice is not the one that is documented: what comes after cutting is never reached',
  ),
  now('D66', 'compiled', 'a budget that does not fit what is critical is no error'),
  // Protection.
  now('D67', 'compiled', 'age is in seconds of a clock, and what is stale can only be dropped'),
  now('D68', 'compiled', 'the names of common secrets are searched as words'),
  later('D69', 'validation tells the whole history again, and checks keys that are hard-coded'),
  later('D70', 'contradictions are silently not looked for'),
  // Only specified.
  now('D71', 'compiled', 'nothing brings back what was compacted'),
  later('D72', 'what was compacted cannot be selected'),
  other('D73', 'the texts of several turns cannot be captured into the state'),
  other('D74', 'steps cannot tag events'),
  now('D75', 'compiled', 'relevance by embeddings: only specified'),
  now('D76', 'compiled', 'words of a source say nowhere where they come from'),
  now('D77', 'declared', 'types of what is composed are not checked'),
  now('D78', 'declared', 'nothing stands for a selection that selects nothing'),
  now('D79', 'compiled', 'companions that do a model’s work before the agent runs: only specified'),
  now('D80', 'compiled', 'what each tier takes is not reported'),
  now('D81', 'compiled', 'notes that lose their weight: only specified'),
  // The TypeScript port.
  now('D82', 'declared', 'a context is thrown away when the agent is built'),
  now('D83', 'declared', 'the keys that an agent is said to read are thrown away when it is built'),
  now('D84', 'declared', 'composing merges options by name: the later overwrites the earlier'),
  now('D85', 'declared', 'options have other words in one language than in the other'),
  now('D86', 'declared', 'a condition can only be a function: no declaration with one is data'),
  now('D87', 'declared', 'tests assert that something was built, and nothing of what it says'),
  // Costs of the parts, and their behaviour on failure.
  now('D88', 'compiled', 'a model is called while the request is made, at every step of a loop of tools'),
  now('D89', 'compiled', 'each new event has all of the work of models done again'),
  now('D90', 'compiled', 'work on other results of tools counts as done: only texts tell two inputs apart'),
  now('D91', 'compiled', 'what models made fills the state of the session'),
  now('D92', 'compiled', 'one model of one provider does the work, without an end to waiting'),
  now('D93', 'compiled', 'values that change stand in the system text, before all that a cache could keep'),
  now('D94', 'compiled', 'a clock is read while the request is made: the same input gives two requests'),
  now('D95', 'compiled', 'work of a model that fails leaves an empty value, as if nothing had been said'),
  now('D96', 'compiled', 'a context is lost where a program becomes data and is run from that'),
  // Shapes that a primitive has or lacks.
  now('D97', 'compiled', 'of users’ messages, the first and the last are had by a strategy that others lack'),
  now('D98', 'compiled', 'other shapes of decay promise more than a window, and select one'),
  now('D99', 'compiled', 'what agents said among themselves is had with tags that their words can close'),
]
