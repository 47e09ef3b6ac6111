/** Style sheet of the page. The reader's system setting chooses light or dark colours. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#faf9f6, #131417);
  --card: light-dark(#ffffff, #1b1d21);
  --sunk: light-dark(#f4f2ed, #15171a);
  --line: light-dark(#e4e1d9, #2d3036);
  --edge: light-dark(#85847c, #74757a);
  --ink: light-dark(#1d1e22, #e9e8e4);
  --soft: light-dark(#5c5c55, #a6a7ab);
  --accent: light-dark(#2456c4, #8fb2ff);
  --system: light-dark(#7547c4, #b394f0);
  --tools: light-dark(#0a6b79, #45bccb);
  --schema: light-dark(#855c00, #d9aa3c);
  --user: light-dark(#2459bd, #7aa9f7);
  --model: light-dark(#1a6b45, #57c690);
  --developer: light-dark(#96387f, #dc8cc9);
  --tool: light-dark(#964812, #e69d6c);
  --added: light-dark(#63635d, #a0a1a6);
  --error: light-dark(#ad2a22, #ff9088);
  --warn: light-dark(#7d4e00, #eab14b);
  --info: light-dark(#2459bd, #86b0f8);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --hatch: repeating-linear-gradient(-45deg, light-dark(#dedad0, #30333a) 0 5px, light-dark(#ebe8e0, #25282d) 5px 10px);
}
.hue-system { --hue: var(--system) } .hue-tools { --hue: var(--tools) } .hue-schema { --hue: var(--schema) }
.hue-user { --hue: var(--user) } .hue-model { --hue: var(--model) } .hue-developer { --hue: var(--developer) }
.hue-tool, .hue-late, .hue-orphan { --hue: var(--tool) } .hue-added { --hue: var(--added) }
* { box-sizing: border-box }
html { scroll-padding-top: 4.5rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Inter", "Noto Sans", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums }
main, header { max-width: 1180px; margin: 0 auto; padding: 0 28px }
header { padding-top: 44px }
h1, h2, h3, h4, h5, h6, p, ul, ol, figure { margin: 0; padding: 0 }
ul, ol { list-style: none }
h1 { font-size: 30px; line-height: 1.2; font-weight: 680; letter-spacing: -0.02em; text-wrap: balance }
h1 code { font: 600 0.88em var(--mono); letter-spacing: -0.03em }
h2 { font-size: 16px; font-weight: 650; letter-spacing: -0.01em }
h3 { font-size: 14px; font-weight: 650 }
h4, h6 { font-size: 12px; font-weight: 600; color: var(--soft) }
h5 { font-size: 14px; font-weight: 650 }
#messages > h3 { margin: 18px 0 8px; scroll-margin-top: 4.5rem } #messages:focus { outline: none }
code, pre { font-family: var(--mono) }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.eyebrow { color: var(--soft); font-size: 13px; margin-bottom: 6px }
.eyebrow b { color: var(--ink); font-weight: 600 }
.verdict { display: inline-block; padding: 1px 9px; border-radius: 99px; font-weight: 600; font-size: 12px; margin-left: 6px; color: var(--model); background: color-mix(in oklab, var(--model) 14%, transparent) }
.verdict.bad { color: var(--error); background: color-mix(in oklab, var(--error) 14%, transparent) }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 1px; margin: 26px 0 18px; background: var(--line); border: 1px solid var(--line); border-radius: 12px; overflow: hidden }
.figures div { background: var(--card); padding: 14px 18px }
.figures b { display: block; font-size: 25px; line-height: 1.2; font-weight: 640; letter-spacing: -0.02em }
.figures span { color: var(--soft); font-size: 13px }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px 18px; margin-bottom: 14px }
.panel-head { display: flex; gap: 4px 14px; align-items: baseline; flex-wrap: wrap; margin-bottom: 11px }
.panel-head p { color: var(--soft); font-size: 13px }
.bar { display: flex; height: 26px; border-radius: 6px; overflow: hidden; background: var(--hatch) }
.bar i { background: var(--hue); border-right: 1px solid var(--card); transition: filter .12s; cursor: pointer }
.bar i.hatch { background: var(--hatch) }
.bar i:hover { filter: brightness(1.18) saturate(1.15) }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 11px; font-size: 13px; color: var(--soft) }
.legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 7px; background: var(--hue); vertical-align: -1px }
.legend i.free, .legend i.hatch { background: var(--hatch) }
.legend b { color: var(--ink); font-weight: 600 }
.treemap { position: relative; width: 100%; aspect-ratio: 1000 / 330; min-height: 260px }
div.tile[data-to] { cursor: pointer }
.tile { position: absolute; padding: 1px; text-decoration: none; container-type: size }
.tile span { display: block; height: 100%; padding: 7px 9px; border-radius: 5px; overflow: hidden; color: var(--ink); background: color-mix(in oklab, var(--hue) 24%, var(--card)); border-left: 3px solid var(--hue); transition: background .12s }
.tile:hover span, .tile:focus-visible span { background: color-mix(in oklab, var(--hue) 42%, var(--card)) }
.tile b { display: block; font-weight: 600; font-size: 12.5px; line-height: 1.3; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.tile em { display: block; font-style: normal; font-size: 12px; line-height: 1.35; color: color-mix(in oklab, var(--ink) 86%, transparent) }
.tile small { display: block; margin-top: 5px; font-size: 11.5px; line-height: 1.4; color: color-mix(in oklab, var(--ink) 82%, transparent); overflow-wrap: anywhere }
@container (max-width: 70px) or (max-height: 34px) { .tile b, .tile em, .tile small { display: none } .tile span { padding: 0 } }
@container (max-height: 54px) { .tile em { display: none } }
@container (max-height: 84px) or (max-width: 110px) { .tile small { display: none } }
.columns { display: grid; align-items: start; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 14px; margin: 26px 0 10px }
.columns > section > h2 { margin-bottom: 10px }
.cards { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 14px 18px; scroll-margin-top: 4.5rem }
.dropped-card:target, .source:target { outline: 2px solid var(--accent); outline-offset: 2px }
.dropped-card h3 { font-size: 19px; letter-spacing: -0.01em } .dropped-card h3 span { font-weight: 400; color: var(--soft) }
.card .where { font: 12.5px/1.5 var(--mono); color: var(--soft); margin-top: 3px; overflow-wrap: anywhere }
.card h4 { margin: 13px 0 5px }
.held { display: flex; gap: 6px; flex-wrap: wrap; margin-top: 9px }
.chip { font-size: 12.5px; padding: 1px 9px; border-radius: 99px; background: color-mix(in oklab, var(--hue) 16%, transparent) }
.tools li { display: grid; grid-template-columns: minmax(60px, 34%) 1fr 44px; gap: 12px; align-items: center; font-size: 13px }
.tools span { font-family: var(--mono); font-size: 12.5px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.tools i { height: 7px; border-radius: 4px; background: var(--sunk); overflow: hidden } .tools i b { display: block; height: 100%; background: color-mix(in oklab, var(--soft) 55%, transparent); border-radius: 4px }
.tools em, .largest em { font-style: normal; text-align: right; color: var(--soft) }
.largest li { padding: 6px 0; border-top: 1px solid var(--line) } .largest li:first-child { border: 0; padding-top: 0 }
.largest p { display: flex; gap: 8px; font-size: 13px; color: var(--soft) } .largest p b { color: var(--ink); font-weight: 600 } .largest em { margin-left: auto }
.largest .quote { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.diagnostic { --level: var(--info); box-shadow: inset 3px 0 var(--level); border-radius: 6px 12px 12px 6px } .diagnostic.error { --level: var(--error) } .diagnostic.warn { --level: var(--warn) }
.diagnostic h3 { display: flex; gap: 8px; align-items: baseline; margin-bottom: 3px; font-size: 13px } .diagnostic .level { color: var(--level) } .diagnostic code { color: var(--soft); font-weight: 400 }
.diagnostic .note, .diagnostic .help { font-size: 13.5px; color: var(--soft); margin-top: 5px } .diagnostic .help b { color: var(--ink); font-weight: 600 }
.toolbar { position: sticky; top: 0; z-index: 2; display: flex; gap: 8px 12px; align-items: center; flex-wrap: wrap; padding: 12px 0; margin-top: 22px; background: color-mix(in oklab, var(--paper) 92%, transparent); backdrop-filter: blur(6px) }
.toolbar h2 { margin-right: auto }
.controls { display: flex; gap: 8px 12px; align-items: center; flex-wrap: wrap }
.toolbar label { font-size: 13px; color: var(--soft) }
.toolbar input { font: inherit; font-size: 14px; color: inherit; width: 240px; padding: 5px 12px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card) }
.toolbar button { font: inherit; font-size: 13px; color: inherit; padding: 4px 11px; min-height: 28px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); cursor: pointer }
.toolbar button::before { content: ""; display: inline-block; width: 9px; height: 9px; border-radius: 3px; background: var(--hue); margin-right: 7px }
.toolbar button[aria-pressed=false] { color: var(--soft); text-decoration: line-through } .toolbar button[aria-pressed=false]::before { opacity: .25 }
#found { color: var(--soft); font-size: 13px }
.list { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: clip }
.group { padding: 9px 18px; background: var(--sunk); border-bottom: 1px solid var(--line); border-top: 1px solid var(--line); display: flex; gap: 12px; align-items: baseline; font-size: 13px; color: var(--soft) }
.run:first-child .group { border-top: 0 } .group h4 { color: var(--ink); margin-right: auto } .group code { font-size: 12px }
.block { border-top: 1px solid var(--line); scroll-margin-top: 4.2rem } .group + .block { border-top: 0 }
.block summary { display: grid; grid-template-columns: 84px 150px 1fr auto 92px 60px; gap: 14px; align-items: center; padding: 7px 18px; cursor: pointer; list-style: none; font-size: 14px; box-shadow: inset 3px 0 var(--hue) }
.block summary::-webkit-details-marker { display: none }
.block summary:hover, .block[open] summary { background: color-mix(in oklab, var(--hue) 8%, transparent) }
.block summary:focus-visible { outline-offset: -2px }
.role { color: var(--hue); font-weight: 600; font-size: 13px } .title { font-weight: 550; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.title:has(+ .words:empty) { grid-column: span 2 } .words:empty { display: none }
.words { color: var(--soft); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; unicode-bidi: isolate }
.edit { font-size: 12px; padding: 1px 7px; margin-right: 7px; border-radius: 5px; color: var(--warn); background: color-mix(in oklab, var(--warn) 13%, transparent) }
.block summary code { font-size: 12px; color: var(--soft) }
.weight { height: 7px; border-radius: 4px; background: var(--sunk); overflow: hidden } .weight i { display: block; height: 100%; background: var(--hue); border-radius: 4px }
.tokens { text-align: right; font-weight: 550 }
.hit { grid-column: 1 / -1; font-size: 13px; color: var(--ink); overflow-wrap: anywhere; unicode-bidi: isolate }
.gap { padding: 6px 18px 6px 116px; font-size: 13px; border-top: 1px solid var(--line); background: var(--hatch) } .gap a { background: var(--card); padding: 1px 9px; border-radius: 99px; text-decoration: underline }
.gap.missing { background: none; color: var(--soft) }
.dropped > summary { background: var(--sunk) } .dropped .words .edit { color: var(--soft); background: var(--card); border: 1px dashed var(--edge) }
.dropped > summary { grid-template-columns: 84px 150px 1fr 60px }
.detail { padding: 12px 18px 20px; border-top: 1px solid var(--line) }
.facts { color: var(--soft); font-size: 13.5px; margin-bottom: 12px }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 22px } .sides.one { grid-template-columns: minmax(0, 1fr) }
.side > h5 { margin-bottom: 8px } .side figure { margin-bottom: 12px }
.side figcaption { display: flex; gap: 10px; justify-content: space-between; font-size: 12px; color: var(--soft); margin-bottom: 3px; flex-wrap: wrap } .side figcaption code { overflow-wrap: anywhere }
pre { margin: 0; padding: 10px 12px; max-height: 26rem; overflow: auto; font-size: 12.5px; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; unicode-bidi: isolate; tab-size: 2 }
mark { color: inherit; background: color-mix(in oklab, var(--hue) 13%, transparent); border-radius: 3px; box-decoration-break: clone; -webkit-box-decoration-break: clone }
mark.whole { background: none } mark.made { background: color-mix(in oklab, var(--warn) 24%, transparent) } mark.same { background: color-mix(in oklab, var(--hue) 30%, transparent) } figure.same pre { border-color: var(--hue) }
.source { margin-bottom: 14px; scroll-margin-top: 4.5rem; border-radius: 8px } .source h6 { font-size: 13px; color: var(--ink); margin-bottom: 5px } .source h6 span { font-weight: 400; color: var(--soft); margin-left: 6px }
.empty { color: var(--soft) }
footer { max-width: 1180px; margin: 0 auto; padding: 26px 28px 60px; color: var(--soft); font-size: 13px }
kbd { font: 12px var(--mono); padding: 1px 6px; border: 1px solid var(--line); border-radius: 5px; background: var(--card) }
[hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip a { position: absolute; left: 8px; top: -60px; padding: 8px 14px; background: var(--card); z-index: 3 } .skip a:focus { top: 8px }
@media (max-width: 860px) {
  .columns, .sides { grid-template-columns: minmax(0, 1fr) } main, header { padding-left: 16px; padding-right: 16px }
  .block summary, .dropped > summary { grid-template-columns: 64px minmax(0, 1fr) 56px; gap: 4px 10px } .block summary code, .weight { display: none }
  .words { grid-row: 2; grid-column: 1 / -1 } .dropped .words { white-space: normal } .tokens { grid-row: 1; grid-column: 3 } .gap { padding-left: 18px }
  .toolbar { position: static } .controls, .toolbar label, .toolbar input { width: 100% } .map { display: none }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) {
  .bar, .bar i, .legend i, .weight, .weight i, .tools i, .tools i b, .tile span, .toolbar button::before { forced-color-adjust: none }
  .edit, .chip, .verdict { border: 1px solid }
  mark.made, mark.same { outline: 1px solid }
}
@media print {
  .toolbar .controls, .skip, .map { display: none } .toolbar { position: static } pre { max-height: none; overflow: visible }
  .bar, .bar i, .legend i, .weight i { print-color-adjust: exact; -webkit-print-color-adjust: exact }
  .block:not(.dropped)::details-content { content-visibility: visible } .block:not([open]) .side:not(.as-sent) { display: none } .words { white-space: normal }
}
`
