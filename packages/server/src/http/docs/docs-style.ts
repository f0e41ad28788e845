/** The look of the served documentation: the colours of the console, both themes. */
export const docsStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b20, #ececf1); --quiet: light-dark(#5b5b66, #a9a9b6); --line: light-dark(#e2e2e7, #33333c); --link: light-dark(#1d4ed8, #9db7ff); --soft: light-dark(#f6f6f8, #202027); --page: light-dark(#fff, #17171c); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; background: var(--page); color: var(--ink); }
a { color: var(--link); }
a:focus-visible, input:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--page); padding: .25rem .5rem; z-index: 2; }
header { position: sticky; top: 0; z-index: 1; display: flex; gap: 1rem; align-items: center; padding: .5rem 1.25rem; background: var(--page); border-bottom: 1px solid var(--line); }
.home { font-weight: 600; color: var(--ink); text-decoration: none; white-space: nowrap; }
header form { flex: 1; max-width: 26rem; margin-left: auto; }
input { width: 100%; font: inherit; color: inherit; background: var(--page); border: 1px solid light-dark(#85858f, #74747f); border-radius: 6px; padding: .25rem .6rem; }
.columns { display: grid; grid-template-columns: 15rem minmax(0, 46rem); gap: 2.5rem; max-width: 68rem; margin: 0 auto; padding: 1.25rem 1.25rem 6rem; }
nav { position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; font-size: 14px; }
.list { display: none; }
nav h2 { font-size: 12px; font-weight: 600; color: var(--quiet); margin: 1rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .2rem .5rem; border-radius: 5px; color: var(--ink); text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--soft); }
nav a[aria-current] { font-weight: 600; }
main h1 { font-size: 1.7rem; line-height: 1.25; margin: .25rem 0 1rem; }
main h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; scroll-margin-top: 4rem; }
main h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; scroll-margin-top: 4rem; }
main img { max-width: 100%; border: 1px solid var(--line); border-radius: 8px; }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { overflow-x: auto; background: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
pre:has(> .language-text) { background: none; color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
.hit { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.hit p { margin: .25rem 0 0; color: var(--quiet); }
@media (max-width: 48rem) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: .5rem; }
  nav { position: static; max-height: none; }
  nav { order: 2; border-top: 1px solid var(--line); scroll-margin-top: 6rem; }
  .list { display: inline; margin-left: auto; }
  header { flex-wrap: wrap; }
  header form { order: 3; flex-basis: 100%; max-width: none; }
}
`
