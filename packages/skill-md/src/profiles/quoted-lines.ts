/**
 * Indents unindented continuation lines of quoted values, which the YAML parser of the reference validator accepts
 * although YAML 1.2 does not.
 */
export function indentQuotedLines(written: string): string {
  let open: string | undefined
  return written
    .split('\n')
    .map((line) => {
      const inside = open
      const rest = inside === undefined ? /^[^\s#][^:]*:[ ]+(["'].*)$/.exec(line)?.[1] : line
      if (rest !== undefined) open = quoteLeftOpen(rest, inside)
      return inside === undefined ? line : ` ${line}`
    })
    .join('\n')
}

/** The quote still open at the end of a line, given the one open at its start. */
function quoteLeftOpen(line: string, inside: string | undefined): string | undefined {
  const quote = inside ?? (line[0] as string)
  for (let at = inside === undefined ? 1 : 0; at < line.length; at++) {
    if (quote === '"' && line[at] === '\\') at++
    else if (line[at] === quote) {
      if (quote === '"' || line[at + 1] !== "'") return undefined
      at++
    }
  }
  return quote
}
