import { foldText } from './fold-text.ts'
import { sends } from './rules/sends.ts'
import type { RuleText } from './scan-rule.ts'

const script = /\.(?:py|pyw|m?js|cjs|m?ts|sh|bash|rb|pl|php)$/i
/** Bytes of scripts that are read together. */
const maxText = 2 * 1024 * 1024
const secrets =
  /\.ssh\/(?:id_\w{2,10})|\.ssh["'][^\n]{0,20}id_|\.ssh["']\s{0,2}\)\.(?:iterdir|r?glob)\b|\.aws\/credentials|\.netrc\b|\.git-credentials|login\.keychain|cookies\.sqlite|logins\.json|\/etc\/shadow|wallet\.dat|\.gnupg\b|\.claude\/\.credentials|\.codex\/auth\.json/
const everyVariable =
  /\b(?:return|yield|=>|export)\b[^\n]{0,40}(?:dict\s{0,2}\(\s{0,2}os\.environ|os\.environ\.(?:items|copy)\(\)|\{\s{0,2}\.\.\.process\.env|json\.(?:dumps|stringify)\s{0,2}\(\s{0,2}(?:dict\s{0,2}\(\s{0,2})?(?:os\.environ|process\.env))|\breturn\s{1,3}(?:os\.environ|process\.env)\s{0,3}(?:\n|;|$)/
const imported =
  /(?:^|[\n;])[ \t]{0,20}(?:from\s{1,3}\.{0,3}([\w.]{1,100})\s{1,3}import|import\s{1,3}([\w.]{1,100})|(?:\.|source|bash|sh)\s{1,3}["']?([\w./$-]{1,120}))|(?:\bfrom|\brequire\(|\bimport\(?|require_relative)\s{0,3}["'](\.{0,2}[\w./-]{1,120})["']/g

/** A cheap look, before every script is folded. */
const mayRead =
  /\.ssh|\.aws|netrc|git-credentials|keychain|sqlite|logins|shadow|wallet|gnupg|\.claude|\.codex|os\.environ|process\.env/i

/** What one file does and the next one sends: the only rule over more than one file. */
export const acrossFiles: RuleText = {
  id: 'flow.across-files',
  severity: 'high',
  message: 'One file reads secrets, and another one that uses it sends data.',
  attack: 'Splits a theft over files, so that none of them looks like one.',
  fix: 'Remove it; ask the user for the one credential that is needed.',
}

/** Where a file reads what another one sends. */
export interface AcrossFilesPlace {
  readonly path: string
  readonly line: number
  readonly excerpt: string
  readonly sender: string
}

interface ScriptFacts {
  readonly path: string
  readonly name: string
  readonly readsAt: number
  readonly text: string
  readonly sends: boolean
  readonly imports: ReadonlySet<string>
}

/** Joins what scripts read and send over their imports. Pure; texts are those of the files, as they are. */
export function findAcrossFiles(
  files: readonly { path: string; text: string }[],
): AcrossFilesPlace[] {
  const facts = factsOf(files)
  const senders = facts.filter((one) => one.sends)
  return facts.flatMap((reader) => {
    if (reader.readsAt < 0 || reader.sends) return []
    const sender = senders.find(
      (one) => one.imports.has(reader.name) || reader.imports.has(one.name),
    )
    return sender === undefined ? [] : [placeOf(reader, sender)]
  })
}

function factsOf(files: readonly { path: string; text: string }[]): readonly ScriptFacts[] {
  const scripts = files.filter(({ path }) => script.test(path))
  if (scripts.length < 2 || !scripts.some(({ text }) => mayRead.test(text))) return []
  let left = maxText
  const facts: ScriptFacts[] = []
  for (const { path, text } of scripts) {
    left -= text.length
    if (left < 0) break
    const folded = foldText(text)
    const readsAt = Math.max(folded.search(secrets), folded.search(everyVariable))
    facts.push({
      path,
      name: nameOf(path),
      text,
      readsAt,
      sends: sends.test(folded),
      imports: importsOf(folded),
    })
  }
  return facts
}

function importsOf(folded: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [, from, whole, sourced, quoted] of folded.matchAll(imported)) {
    names.add(nameOf((from ?? whole)?.replaceAll('.', '/') ?? sourced ?? quoted ?? ''))
    if (names.size >= 200) break
  }
  return names
}

/** The name by which another file speaks of it. */
function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').toLowerCase().replace(/\.\w{1,4}$/, '')
}

function placeOf(reader: ScriptFacts, sender: ScriptFacts): AcrossFilesPlace {
  const line = reader.text.slice(0, reader.readsAt).split('\n').length
  const excerpt = (reader.text.split('\n')[line - 1] ?? '').trim()
  return { path: reader.path, line, excerpt, sender: sender.path }
}
