import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { yaml } from '@codemirror/lang-yaml'
import { type Language, StreamLanguage, type StreamParser } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { skillLanguage } from './skill-language.ts'

type Load = () => Promise<StreamParser<unknown>>

const python: Load = () =>
  import('@codemirror/legacy-modes/mode/python').then(({ python }) => python)
const shell: Load = () => import('@codemirror/legacy-modes/mode/shell').then(({ shell }) => shell)
const ruby: Load = () => import('@codemirror/legacy-modes/mode/ruby').then(({ ruby }) => ruby)
const perl: Load = () => import('@codemirror/legacy-modes/mode/perl').then(({ perl }) => perl)
const scripts = () => import('@codemirror/legacy-modes/mode/javascript')
const javascript: Load = () => scripts().then(({ javascript }) => javascript)
const typescript: Load = () => scripts().then(({ typescript }) => typescript)
const json: Load = () => scripts().then(({ json }) => json)
const styles = () => import('@codemirror/legacy-modes/mode/css')
const markup = () => import('@codemirror/legacy-modes/mode/xml')
const html: Load = () => markup().then(({ html }) => html)
const xml: Load = () => markup().then(({ xml }) => xml)
const cLike = () => import('@codemirror/legacy-modes/mode/clike')
const properties: Load = () =>
  import('@codemirror/legacy-modes/mode/properties').then(({ properties }) => properties)

/** What a file's ending or whole name stands for; each is fetched when such a file is opened. */
const loaders: ReadonlyMap<string, Load> = new Map<string, Load>([
  ...each(['py', 'pyi'], python),
  ...each(['sh', 'bash', 'zsh', 'ksh'], shell),
  ...each(['js', 'mjs', 'cjs', 'jsx'], javascript),
  ...each(['ts', 'mts', 'cts', 'tsx'], typescript),
  ...each(['json', 'jsonc', 'json5', 'jsonl'], json),
  ...each(['html', 'htm'], html),
  ...each(['xml', 'svg', 'xsd', 'xsl'], xml),
  ...each(['css'], () => styles().then(({ css }) => css)),
  ...each(['scss', 'less'], () => styles().then(({ sCSS }) => sCSS)),
  ...each(['rb'], ruby),
  ...each(['pl', 'pm'], perl),
  ...each(['c', 'h'], () => cLike().then(({ c }) => c)),
  ...each(['cc', 'cpp', 'hpp'], () => cLike().then(({ cpp }) => cpp)),
  ...each(['java'], () => cLike().then(({ java }) => java)),
  ...each(['cs'], () => cLike().then(({ csharp }) => csharp)),
  ...each(['kt', 'kts'], () => cLike().then(({ kotlin }) => kotlin)),
  ...each(['go'], () => import('@codemirror/legacy-modes/mode/go').then(({ go }) => go)),
  ...each(['rs'], () => import('@codemirror/legacy-modes/mode/rust').then(({ rust }) => rust)),
  ...each(['swift'], () =>
    import('@codemirror/legacy-modes/mode/swift').then(({ swift }) => swift),
  ),
  ...each(['lua'], () => import('@codemirror/legacy-modes/mode/lua').then(({ lua }) => lua)),
  ...each(['r'], () => import('@codemirror/legacy-modes/mode/r').then(({ r }) => r)),
  ...each(['sql'], () =>
    import('@codemirror/legacy-modes/mode/sql').then(({ standardSQL }) => standardSQL),
  ),
  ...each(['toml'], () => import('@codemirror/legacy-modes/mode/toml').then(({ toml }) => toml)),
  ...each(['ini', 'env', 'properties', 'cfg'], properties),
  ...each(['ps1', 'psm1'], () =>
    import('@codemirror/legacy-modes/mode/powershell').then(({ powerShell }) => powerShell),
  ),
  ...each(['diff', 'patch'], () =>
    import('@codemirror/legacy-modes/mode/diff').then(({ diff }) => diff),
  ),
  ...each(['dockerfile'], () =>
    import('@codemirror/legacy-modes/mode/dockerfile').then(({ dockerFile }) => dockerFile),
  ),
])

const interpreters: readonly (readonly [RegExp, Load])[] = [
  [/\bpython[\d.]*\b/, python],
  [/\b(?:ba|z|k|da)?sh\b/, shell],
  [/\b(?:node|deno|bun)\b/, javascript],
  [/\bruby\b/, ruby],
  [/\bperl\b/, perl],
]

/** The language of a text by its name, or by the interpreter its first line asks for; plain when unknown. */
export async function languageOf(path: string, text: string): Promise<Extension> {
  if (path === 'SKILL.md') return skillLanguage
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const ending = name.slice(name.lastIndexOf('.') + 1)
  if (/^(?:md|markdown|mdx)$/.test(ending)) return markdown({ base: markdownLanguage })
  if (/^ya?ml$/.test(ending)) return yaml()
  const load = loaders.get(ending) ?? interpreterOf(text)
  return load ? StreamLanguage.define(await load()) : []
}

/** Names that people give a block of code, for the ending of its files. */
const endings: ReadonlyMap<string, string> = new Map([
  ['python', 'py'],
  ['javascript', 'js'],
  ['typescript', 'ts'],
  ['shell', 'sh'],
  ['console', 'sh'],
  ['golang', 'go'],
  ['rust', 'rs'],
  ['ruby', 'rb'],
  ['perl', 'pl'],
  ['kotlin', 'kt'],
  ['c++', 'cpp'],
  ['c#', 'cs'],
  ['csharp', 'cs'],
  ['powershell', 'ps1'],
  ['docker', 'dockerfile'],
  ['postgresql', 'sql'],
  ['mysql', 'sql'],
])

/** The language that a block of code names; null when unknown. */
export async function languageNamed(name: string): Promise<Language | null> {
  const lower = name.toLowerCase()
  const ending = endings.get(lower) ?? lower
  if (/^(?:md|markdown|mdx)$/.test(ending)) return markdownLanguage
  if (/^ya?ml$/.test(ending)) return yaml().language
  const load = loaders.get(ending)
  return load ? StreamLanguage.define(await load()) : null
}

function interpreterOf(text: string): Load | undefined {
  const [, line = ''] = /^#!([^\r\n]{1,200})/.exec(text) ?? []
  return interpreters.find(([pattern]) => pattern.test(line))?.[1]
}

function each(endings: readonly string[], load: Load): readonly (readonly [string, Load])[] {
  return endings.map((ending) => [ending, load])
}
