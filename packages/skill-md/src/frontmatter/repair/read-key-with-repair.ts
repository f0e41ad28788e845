import { type EntrySplit, type KeyPosition, keyAt, type LineView, valueAt } from '../entries.ts'

const word = /^[A-Za-z_][\w./-]{0,63}$/
const known =
  /^(name|slug|title|description|version|author|tags|license|compatibility|metadata|homepage|allowed-tools|allowed_tools|when_to_use|when-to-use|argument-hint|user-invocable|disable-model-invocation)[ \t]*(:|：)/

/**
 * Whether a line of a broken frontmatter starts a key: an unindented word with a colon, or a known key of skills, even
 * with wrong indentation, without the space, or with a full-width colon.
 */
export function readKeyWithRepair(line: LineView, split: EntrySplit): KeyPosition | undefined {
  const last = split.entries.at(-1)
  const at = line.start + line.indent
  const margin = Math.max(split.indent, 0)
  if (line.indent <= margin || split.indent === -1) {
    const position = keyAt(line)
    const quoted = line.text[at] === '"' || line.text[at] === "'"
    if (
      position !== undefined &&
      (quoted ? !opensFlow(line.text, last) : word.test(position.key))
    ) {
      return position
    }
  }
  if (line.indent > margin && (last === undefined || canContainLines(line.text, last)))
    return undefined
  const match = known.exec(line.text.slice(at, Math.min(line.end, at + 80)))
  if (match === null) return undefined
  return { key: match[1] as string, valueStart: valueAt(line, at + match[0].length) }
}

/** The previous value starts with a bracket: quoted keys on the next lines are JSON inside it. */
function opensFlow(text: string, entry: { valueStart: number } | undefined): boolean {
  return entry !== undefined && '{['.includes(text[entry.valueStart] as string)
}

/** The previous value is a block: indented lines belong to it. */
function canContainLines(text: string, entry: { valueStart: number; lineEnd: number }): boolean {
  if (entry.valueStart >= entry.lineEnd) return true
  return '|>[{"\'#'.includes(text[entry.valueStart] as string)
}
