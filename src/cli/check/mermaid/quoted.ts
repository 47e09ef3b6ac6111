/** Quotes a text for Mermaid: every sign that could end or format a label becomes a character code. */
export const quoted = (text: string): string =>
  `"${text.replace(/[#"&<>`;\\[\]{}()|*_~]/g, sign => `#${sign.charCodeAt(0)};`)}"`
