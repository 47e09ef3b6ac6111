/** Way of keeping the events of conversations in Postgres. */
export interface Kind {
  readonly name: string
  /** The call that keeps one event. */
  readonly unit: string
  /** Opens an empty database; rejects if a package is not installed. */
  open(url: string): Promise<Journal>
}

/** Open journal of conversations. */
export interface Journal {
  /** Begins a conversation, and returns the function that adds its next event and resolves when the event is kept. */
  begin(id: string): Promise<(text: string) => Promise<unknown>>
}
