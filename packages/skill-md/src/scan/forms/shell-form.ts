import { foldText } from '../fold-text.ts'
import type { Segment } from '../scan-rule.ts'

const shellFile = /\.(?:sh|bash|zsh|command|ksh|fish)$|(?:^|\/)(?:makefile|dockerfile|justfile)$/i
const shellFence =
  /^ {0,3}(?:`{3,}|~{3,})\s{0,2}(?:sh|bash|zsh|shell|console|terminal)?\s{0,3}(?:\n|$)/
const assignment =
  /(?:^|[\n;&|]|\bexport )[ \t]{0,8}([A-Za-z_]\w{0,30})=(?:"([^"\n`]{0,300})"|'([^'\n]{0,300})'|([^\s"'`;|&()<>]{1,300}))/g
const maxVariables = 60
/** Text that is read in this form; more is read as it stands. */
const maxText = 200_000

/**
 * A script as the shell reads it, for the same rules: lines joined, quotes within words closed, plain variables put
 * in. Keeps the number of lines. Null where nothing changes.
 */
export function shellForm(segment: Segment): Segment | null {
  if (segment.kind !== 'code' || segment.text.length > maxText) return null
  if (!isShell(segment)) return null
  const joined = segment.text.replace(/\\\n((?:[^\n]{0,400}\\\n){0,20}[^\n]{0,400})/g, joinLines)
  const piped = joined.replace(/\|[ \t]{0,8}\n[ \t]{0,40}/g, '| ')
  let text = piped
  for (let round = 0; round < 2; round += 1) text = withVariables(text)
  text = closeQuotes(text)
  if (text === segment.text) return null
  return { ...segment, text, folded: foldText(text), decodedFrom: 'shell syntax' }
}

function isShell({ path, text }: Segment): boolean {
  return (
    shellFile.test(path) ||
    shellFence.test(text.slice(0, 80)) ||
    /^#!.{0,40}\b(?:ba|z|da|k)?sh\b/.test(text)
  )
}

function joinLines(_: string, rest: string): string {
  return ` ${rest.replace(/\\\n/g, ' ')}`
}

/** `$NAME` by what was assigned to it, once each; a value may hold another name for the next round. */
function withVariables(text: string): string {
  const values = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.matchAll(assignment)) {
    if (values.size >= maxVariables) break
    const value = double ?? single ?? bare ?? ''
    values.set(
      name,
      value.includes(`$${name}`) || value.includes(`\${${name}}`)
        ? value.replace(new RegExp(`\\$\\{?${name}\\}?`, 'g'), values.get(name) ?? '')
        : value,
    )
  }
  if (values.size === 0) return text
  return text.replace(
    /\$(?:\{([A-Za-z_]\w{0,30})\}|([A-Za-z_]\w{0,30}))/g,
    (found, braced, plain) => values.get(braced ?? plain) ?? found,
  )
}

/** `c''url`, `b"a"sh` and `cu\rl` are one word. */
function closeQuotes(text: string): string {
  return text
    .replace(/(?<=\w)(?:''|"")(?=\w)/g, '')
    .replace(/(?<![\w$=(])(\w{1,8})(?:"(\w{1,8})"|'(\w{1,8})')(?=[\w\s|;&]|$)/gm, '$1$2$3')
    .replace(/(?<=[a-z])\\(?=[a-z])/g, '')
}
