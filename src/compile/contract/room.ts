/** Room for a window. */
export interface Room {
  readonly tokens: number
  readonly messages: number
}
