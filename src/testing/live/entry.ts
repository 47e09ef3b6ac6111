/** Text that the model holds. */
export interface FakeEntry {
  readonly role: string
  readonly text: string
  readonly id?: string
}
