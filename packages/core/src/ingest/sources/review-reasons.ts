import { type Diagnostic, truncate } from '@repertoire/skill-md'
import type { PackageFile } from '../../domain/skill.ts'

/** Files that say something to a reader and cannot run. */
const prose = /(?:\.(?:md|markdown|txt|rst|adoc)|(?:^|\/)(?:licen[cs]e|notice|readme))$/i
/** Names by which a sentence says to run something. */
const programs =
  /\b(?:curl|wget|bash|zsh|sh|fish|powershell|pwsh|cmd|python3?|pip3?|pipx|uvx?|node|npm|npx|pnpm|yarn|bun|deno|go|cargo|ruby|gem|perl|php|java|docker|podman|kubectl|helm|terraform|aws|gcloud|az|gh|git|ssh|scp|sftp|rsync|nc|ncat|netcat|socat|telnet|openssl|base64|eval|exec|source|sudo|su|chmod|chown|rm|mv|cp|dd|kill|crontab|systemctl|launchctl|apt|apt-get|brew|yum|dnf|make|sed|awk|xargs|tee|cat|echo|env|export|printenv|osascript|reg|schtasks|certutil|mshta)\b/i

/** What a sentence or a line names, by kind: each is new where the skill here does not name it. */
const named = {
  host: [
    /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s/"'<>)\]]{1,255}/gi,
    /(?<![\w@.-])(?:[a-z0-9_-]{1,63}\.){1,10}[a-z]{2,24}\b/gi,
    /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
    /[\w.+-]{1,64}@[\w.-]{1,255}/g,
    /\[[0-9a-f:]{3,45}\]/gi,
    /\blocalhost\b(?::\d{1,5})?/gi,
  ],
  variable: [
    /\$\{?\w{1,100}|%\w{1,100}%/g,
    /\b[A-Z][A-Z0-9]{0,60}(?:_[A-Z0-9]{1,60}){1,10}\b/g,
    /\b(?:environ|getenv|process\.env|ENV)\b.{0,80}/g,
  ],
  tool: [
    /\b[A-Za-z]\w{0,60}\(/g,
    /\b[a-z][a-z0-9]{0,60}(?:_{1,2}[a-z0-9-]{1,60}){1,10}\b/g,
    /\b[A-Z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,6}\b/g,
    /[\w-]{1,60} (?:tools?|connectors?|mcp|servers?)\b/gi,
  ],
  hook: [/.{0,80}\bhooks?\w{0,20}.{0,80}/gi],
  path: [/(?:~|\.{1,2})?[/\\][\w.~-]{1,100}(?:[/\\][\w.~-]{0,100}){0,10}/g],
  encoded: [/&#?\w{1,12};/g, /%[0-9a-f]{2}/gi, /\\[ux][0-9a-f]{2,6}/gi, /[\w+/=-]{32,200}/g],
} as const

type Kind = keyof typeof named | 'command' | 'file' | 'comment'

const words: Record<Kind, string> = {
  host: 'names a host or an address',
  variable: 'names an environment variable',
  tool: 'names a tool',
  hook: 'speaks of a hook',
  path: 'names a path',
  encoded: 'has an encoded text',
  command: 'has a command',
  file: 'changes a file that is more than text',
  comment: 'has a comment that a reader does not see',
}

/** Of one kind so many are named. */
const maxNamed = 5

/**
 * What a reader would have to judge in an update: new or changed files that are more than prose, and hosts, commands,
 * environment variables, tools, hooks and paths that the skill here does not name. In doubt it is one: an update without
 * any may be applied unattended. Pure, in linear time.
 */
export function reviewReasons(
  base: readonly PackageFile[],
  candidate: readonly PackageFile[],
): readonly Diagnostic[] {
  const known = mentionsIn(base)
  const concerns = mentionsIn(candidate)
  return (Object.keys(words) as readonly Kind[]).flatMap((kind) => {
    const before = known.get(kind)
    const added = [...(concerns.get(kind) ?? [])].filter((one) => !before?.has(one))
    return added.slice(0, maxNamed).map((one) => diagnosticOf(kind, one))
  })
}

type Mentions = ReadonlyMap<Kind, ReadonlySet<string>>

function mentionsIn(files: readonly PackageFile[]): Mentions {
  const found = new Map<Kind, Set<string>>()
  const add = (kind: Kind, text: string) => {
    const known = found.get(kind) ?? new Set()
    found.set(kind, known.add(text))
  }
  for (const { path, bytes, executable } of files) {
    const text = new TextDecoder().decode(bytes)
    const isProse = prose.test(path) && !executable && !text.startsWith('#!')
    if (!isProse) add('file', `${path} ${fingerprint(bytes)}`)
    if (!isProse) continue
    for (const form of formsOf(text)) {
      for (const [kind, patterns] of Object.entries(named)) {
        for (const pattern of patterns) {
          for (const [match] of form.matchAll(pattern)) add(kind as Kind, match)
        }
      }
      for (const line of commandLines(form)) add('command', line)
      for (const part of form.split('<!--').slice(1)) add('comment', part.split('-->')[0] ?? '')
    }
  }
  return found
}

/** As it is written, and without what only a renderer takes away. */
function formsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return [plain, plain.replace(/\\(?=[^\w\s])|\*\*|[`*]/g, '')]
}

/** Lines of code, code within a line, and sentences that name a program. */
function* commandLines(text: string): Generator<string> {
  let fence: string | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark: string | undefined = /^[\s>*-]{0,20}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (mark && (fence === null || fence === mark)) {
      fence = fence === null ? mark : null
      yield line.trim()
      continue
    }
    const trimmed = line.trim()
    if (trimmed === '') continue
    const isCode =
      fence !== null || /^(?: {4}|\t)/.test(line) || /^[\s>*-]{0,20}[$>#!] \S/.test(line)
    if (isCode || programs.test(trimmed)) yield trimmed
    for (const [, code = ''] of line.matchAll(/`{1,2}([^`]+)`/g)) yield code.trim()
  }
}

/** Of the bytes: equal ones only for equal files. */
function fingerprint(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  }
  return text
}

function diagnosticOf(kind: Kind, text: string): Diagnostic {
  const shown = kind === 'file' ? text.slice(0, text.indexOf(' ')) : truncate(text.trim(), 120)
  return {
    ...{ code: `update.new-${kind}`, severity: 'warning', line: 1, column: 1 },
    message: `The update ${words[kind]} that nobody here has read: ${shown}`,
    fix: 'Read the difference, and approve it or reject it.',
  }
}
