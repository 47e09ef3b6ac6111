/** Maximum size of a window. */
export interface Room {
  readonly tokens: number
  readonly messages: number
}
