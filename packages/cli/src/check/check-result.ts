/** What a check says about one place. `error` fails the check; `warning` does so with `--strict`. */
export interface CheckFinding {
  /** Relative to the working directory, with `/`. */
  readonly path: string
  readonly line: number
  readonly column: number
  /** `lint.name.missing`, `scan.run.pipe-to-shell`, `licence.none`, `trigger.missed`. */
  readonly rule: string
  readonly level: 'error' | 'warning' | 'note'
  readonly message: string
  readonly fix: string | null
}

/** A skill that was checked. */
export interface CheckedSkill {
  /** Its folder or file, relative to the working directory, with `/`. */
  readonly path: string
  readonly slug: string
  /** The worst first. */
  readonly findings: readonly CheckFinding[]
}

const order = { error: 0, warning: 1, note: 2 } as const

export function sortFindings(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return findings.toSorted((a, b) => order[a.level] - order[b.level])
}

/** Whether a finding fails the check. */
export function fails({ level }: CheckFinding, { strict }: { readonly strict: boolean }): boolean {
  return level === 'error' || (strict && level === 'warning')
}

export type CheckCounts = Readonly<Record<CheckFinding['level'] | 'skills' | 'failed', number>>

export function countFindings(
  skills: readonly CheckedSkill[],
  options: { readonly strict: boolean },
): CheckCounts {
  const all = skills.flatMap(({ findings }) => findings)
  const count = (level: CheckFinding['level']) => all.filter((one) => one.level === level).length
  return {
    skills: skills.length,
    failed: skills.filter(({ findings }) => findings.some((one) => fails(one, options))).length,
    ...{ error: count('error'), warning: count('warning'), note: count('note') },
  }
}
