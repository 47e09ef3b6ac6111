/** App, and one of its users, to whom a session and memories belong. */
export interface Owner {
  readonly app: string
  /** User of the app; a session without a user belongs to the app itself. */
  readonly user?: string
}
