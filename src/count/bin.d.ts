/** The build replaces a binary file with its base64 text. */
declare module '*.bin' {
  const base64: string
  export default base64
}
