// Everything in the bundle: what is deployed has no node_modules.
export default { ssr: { noExternal: true } }
