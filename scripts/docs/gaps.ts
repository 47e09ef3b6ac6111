/** Whether a text is a full one in which gaps, each matched by a pattern, replace any text. */
export function isShortOf(shown: string, full: string, gap: RegExp): boolean {
  const parts = shown.split(gap).map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^]*?')}$`).test(full)
}
