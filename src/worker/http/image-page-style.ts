/** The console's colours: the page loads nothing but the image. */
export const IMAGE_PAGE_STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; background: light-dark(#f7f4ef, #15120e); color: light-dark(#221c14, #f2ece1); --soft: light-dark(#665b4c, #b5aa99); --line: light-dark(#8c8070, #7d7364); --accent: light-dark(#8a4513, #f2a65f); }
* { box-sizing: border-box; }
body { margin: 0; }
.stage { display: block; background: light-dark(#ece6dc, #100d0a); }
.stage img { display: block; width: min(100%, var(--width), 82dvh * var(--ratio)); height: auto; max-width: 100%; max-height: 82vh; max-height: 82dvh; margin: 0 auto; }
.about { max-width: 60rem; margin: 0 auto; padding: 1.25rem 1.25rem 2rem; }
.head { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: flex-start; justify-content: space-between; }
.head > div { flex: 1 1 16rem; min-width: 0; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
p { margin: 0.75rem 0 0; overflow-wrap: anywhere; }
.facts { margin: 0.25rem 0 0; color: var(--soft); font-size: 0.875rem; }
.text { white-space: pre-line; }
.note, footer { color: var(--soft); font-size: 0.875rem; }
.button { display: inline-flex; align-items: center; min-height: 40px; padding: 0.25rem 1rem; border-radius: 6px; background: var(--accent); color: light-dark(#ffffff, #231405); font-weight: 550; text-decoration: none; }
.links { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0.75rem 1rem; }
label { display: block; color: var(--soft); font-size: 0.875rem; }
input { display: block; width: 100%; min-height: 40px; margin-top: 0.25rem; padding: 0.25rem 0.625rem; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fffdfa, #1e1a15); color: light-dark(#221c14, #f2ece1); font: 0.875rem ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 1.5rem; }
footer a, .back { color: inherit; }
`;
