/** The findings in the details of a refusal, a line each: `high  scripts/run.sh:3  It pipes a download to a shell. [run.pipe-to-shell]`. */
export function findingLines(details: Record<string, unknown> = {}): readonly string[] {
  const { findings } = details
  if (!Array.isArray(findings)) return []
  return findings.flatMap((one: unknown) => (isFinding(one) ? [lineOf(one)] : []))
}

interface ShownFinding {
  readonly severity: string
  readonly path: string
  readonly line: number
  readonly message: string
  readonly rule: string
}

function isFinding(value: unknown): value is ShownFinding {
  return typeof value === 'object' && value !== null && 'rule' in value && 'message' in value
}

function lineOf({ severity, path, line, message, rule }: ShownFinding): string {
  return `${severity}  ${path}:${line}  ${message} [${rule}]`
}
