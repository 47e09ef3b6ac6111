/** The build turns a binary file into its base64 text. */
declare module '*.bin' {
  const base64: string
  export default base64
}
