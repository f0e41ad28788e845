/** Where each value of a JSON text begins, by its path: `/evals/0/prompt`. The text is valid and not too deep. */
export function jsonOffsets(text: string): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>()
  readValue({ text, at: 0, offsets }, '')
  return offsets
}

/** The offset of the first bracket that nests deeper; null when none does. Takes any text. */
export function jsonDepthProblem(text: string, maxDepth: number): number | null {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (quoted) {
      if (mark === '\\') at += 1
      else if (mark === '"') quoted = false
    } else if (mark === '"') quoted = true
    else if (mark === '{' || mark === '[') {
      depth += 1
      if (depth > maxDepth) return at
    } else if (mark === '}' || mark === ']') depth -= 1
  }
  return null
}

interface Position {
  readonly text: string
  readonly offsets: Map<string, number>
  at: number
}

const separators = /[\s,:]*/y
const literal = /[^\s,\]}]+/y

function readValue(position: Position, path: string): void {
  skip(position, separators)
  const { text, at, offsets } = position
  offsets.set(path, at)
  const mark = text[at]
  if (mark === '"') readString(position)
  else if (mark === '{') {
    readMembers(position, '}', () => `${path}/${JSON.parse(readString(position))}`)
  } else if (mark === '[') {
    let index = 0
    readMembers(position, ']', () => `${path}/${index++}`)
  } else skip(position, literal)
}

function readMembers(position: Position, end: string, readPath: () => string): void {
  position.at += 1
  for (;;) {
    skip(position, separators)
    if (position.at >= position.text.length) return
    if (position.text[position.at] === end) {
      position.at += 1
      return
    }
    readValue(position, readPath())
  }
}

/** With its quotes. */
function readString(position: Position): string {
  const from = position.at
  position.at += 1
  while (position.at < position.text.length && position.text[position.at] !== '"') {
    position.at += position.text[position.at] === '\\' ? 2 : 1
  }
  position.at += 1
  return position.text.slice(from, position.at)
}

function skip(position: Position, pattern: RegExp): void {
  pattern.lastIndex = position.at
  pattern.exec(position.text)
  position.at = Math.max(position.at, pattern.lastIndex)
}
