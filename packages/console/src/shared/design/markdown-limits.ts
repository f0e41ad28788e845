/** Ordinary text nests a few levels; every further one makes the parser and the page slower by more than the one before. */
const maxMarksOfLine = 20
const maxColumn = 60
const maxDepth = 100
/** The parser compares the marks of a passage with each other. This many comparisons take well under a second. */
const maxComparisons = 20_000_000

const leadingMarks = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/
const oneMark = />|[-*+]|\d+[.)]/g
const rule = /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/
const inlineMark = /\*+|_+|~+|\[/g

/** Whether rendering a Markdown text could hold up the page: somebody may have written it for just that. */
export function isTooMuchToRender(markdown: string): boolean {
  let [comparisons, marks] = [0, 0]
  for (const line of markdown.split(/\r\n?|\n/)) {
    if (nestsTooDeep(line)) return true
    if (line.trim() === '') marks = 0
    const more = line.match(inlineMark)?.length ?? 0
    comparisons += more * (2 * marks + more)
    marks += more
    if (comparisons > maxComparisons) return true
  }
  return false
}

function nestsTooDeep(line: string): boolean {
  const [marks = ''] = leadingMarks.exec(line) ?? []
  if (marks === '' || rule.test(line)) return false
  return marks.search(/\S/) > maxColumn || (marks.match(oneMark)?.length ?? 0) > maxMarksOfLine
}

interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
}

/** Level by level: a function that calls itself would not come back from what this looks for. */
export function isTooDeep(tree: Tree): boolean {
  let level: readonly Tree[] = [tree]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true
    level = level.flatMap(({ children = [] }) => children)
  }
  return false
}
